import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
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

test.each([
  ['Panadol', []],
  ['Panadol Extra 500 mg/65 mg, 24 Caplets', ['500 mg/', '65 mg', '24 Caplets']],
  ['Panadol Baby Syrup 120 mg/5 ml, 100 ml', ['120 mg/', '5 ml', '100 ml']],
  ['Otrivin Spray 0.1 %', ['0.1 %']],
  ['Sterilux Gauze 10 x 10 cm, 10 Pads', ['10 x 10 cm', '10 Pads']],
  ['Sambucol Syrup (7.5 ml)', ['7.5 ml']],
])('in %s a number stays on the line of what it counts', (english_name, whole) => {
  const { container } = renderUi(<ProductName of={{ ...both, english_name }} />)
  expect(container.querySelector('bdi')?.textContent).toBe(english_name)
  expect([...container.querySelectorAll('span')].map((one) => one.textContent)).toEqual(whole)
})

test('and so it does in Arabic, whose vowels are marks', () => {
  const of = { ...both, arabic_name: 'بنادول اكسترا ٥٠٠ ملغ، 24 قرصاً' }
  const { container } = renderUi(<ProductName of={of} />, { lang: 'arabic' })
  expect([...container.querySelectorAll('bdi span')].map((one) => one.textContent)).toEqual([
    '٥٠٠ ملغ',
    '24 قرصاً',
  ])
})
