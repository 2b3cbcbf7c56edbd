import { expect, test } from 'vitest'
import arabicTexts from '../../../../contract/messages/ar.json'
import englishTexts from '../../../../contract/messages/en.json'
import { translator } from '../../lib/i18n'
import { brandName } from './brand-name'

const english = translator('english', englishTexts)
const arabic = translator('arabic', arabicTexts)

test.each([
  ['head and shoulders', 'Head and Shoulders', 'هيد اند شولدرز'],
  ['la roche-posay', 'La Roche-Posay', 'لا روش بوزيه'],
  ['natures bounty', "Nature's Bounty", 'نيتشرز باونتي'],
  ['new maker-co', 'New Maker-Co', 'New Maker-Co'],
])('%s is %s and %s', (key, inEnglish, inArabic) => {
  expect(brandName(english, key)).toBe(inEnglish)
  expect(brandName(arabic, key)).toBe(inArabic)
})
