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
