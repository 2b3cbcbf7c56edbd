import { expect, test } from 'vitest'
import { joinMeasures } from './measures'

test.each([
  ['Each tablet holds 500 mg.', 'Each tablet holds 500~mg.'],
  ['Take 1 or 2 tablets every 4 to 6 hours', 'Take 1~or 2~tablets every 4~to 6~hours'],
  ['Spray 0.1 %, 10 ml', 'Spray 0.1~%, 10~ml'],
  ['كل قرص 500 ملغ، مرة كل 6 ساعات', 'كل قرص 500~ملغ، مرة كل 6~ساعات'],
  ['Vitamin B12 and B6', 'Vitamin B12~and B6'],
  ['From 12, then 24', 'From 12, then 24'],
])('in “%s” no number stands at the end of a line without its unit', (text, joined) => {
  expect(joinMeasures(text)).toBe(joined.replaceAll('~', '\u00a0'))
  expect(joinMeasures(text)).toHaveLength(text.length)
})
