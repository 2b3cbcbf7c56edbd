import { expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { ProductName } from './ProductName'

const both = { english_name: 'Panadol', arabic_name: 'بنادول' }

test('the name is in the language of the page, which needs no word about it', () => {
  const { container } = renderUi(<ProductName of={both} />, { lang: 'arabic' })
  const name = container.querySelector('bdi')
  expect(name?.textContent).toBe('بنادول')
  expect(name?.hasAttribute('lang')).toBe(false)
})

test.each([
  { lang: 'arabic' as const, of: { ...both, arabic_name: '' }, text: 'Panadol', spoken: 'en' },
  { lang: 'english' as const, of: { ...both, english_name: '' }, text: 'بنادول', spoken: 'ar' },
])(
  'a name that is missing in $lang is the other one, and says so',
  ({ lang, of, text, spoken }) => {
    const { container } = renderUi(<ProductName of={of} />, { lang })
    const name = container.querySelector('bdi')
    expect(name?.textContent).toBe(text)
    expect(name?.getAttribute('lang')).toBe(spoken)
  },
)

test('a number stays on the line of what it counts', () => {
  const of = {
    english_name: 'Panadol Extra 500 mg/65 mg, 24 Caplets',
    arabic_name: 'بنادول اكسترا ٥٠٠ ملغ، 24 قرصاً',
  }
  const { container: english } = renderUi(<ProductName of={of} />)
  expect(english.querySelector('bdi')?.textContent).toBe(
    'Panadol Extra 500 mg/65 mg, 24\u00A0Caplets',
  )
  const { container: arabic } = renderUi(<ProductName of={of} />, { lang: 'arabic' })
  expect(arabic.querySelector('bdi')?.textContent).toBe('بنادول اكسترا ٥٠٠\u00A0ملغ، 24\u00A0قرصاً')
})
