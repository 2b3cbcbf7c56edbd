import { describe, expect, test } from 'vitest'
import arabicTexts from '../../../../contract/messages/ar.json'
import englishTexts from '../../../../contract/messages/en.json'
import { translator } from '../../lib/i18n'
import { measureText, packText } from './measure'

const english = translator('english', englishTexts)
const arabic = translator('arabic', arabicTexts)

describe('strengths and sizes', () => {
  test.each([
    ['500 mg', '500 ملغ'],
    ['100 mg / 5 ml', '100 ملغ / 5 مل'],
    ['20 mg / ml', '20 ملغ / مل'],
    ['50 g', '50 غ'],
    ['10 mcg', '10 مكغ'],
    ['0.1 %', '0.1 %'],
    ['1000 IU', '1000 وحدة دولية'],
    ['2 puffs', '2 puffs'],
  ])('%s is %s in Arabic and stays in English', (measure, inArabic) => {
    expect(measureText(arabic, measure)).toBe(inArabic)
    expect(measureText(english, measure)).toBe(measure)
  })

  test('a bare number of a pack counts pieces, in the plural the language asks for', () => {
    expect(packText(english, '1')).toBe('1 piece')
    expect(packText(english, '24')).toBe('24 pieces')
    expect(packText(arabic, '2')).toBe('قطعتان')
    expect(packText(arabic, '10')).toBe('10 قطع')
    expect(packText(arabic, '100 ml')).toBe('100 مل')
  })
})
