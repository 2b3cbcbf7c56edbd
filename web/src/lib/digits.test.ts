import { expect, test } from 'vitest'

import { foldDigits } from './digits'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['شارع ٧', 'شارع 7'],
  ['١٢٫٥٠', '12.50'],
  ['abc 12 😀', 'abc 12 😀'],
  ['', ''],
])('folds %s to %s', (text, folded) => {
  expect(foldDigits(text)).toBe(folded)
})
