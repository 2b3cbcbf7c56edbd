import { expect, test } from 'vitest'
import { code128 } from './barcode'

test('a number is as many bars as Code 128 says', () => {
  const { bars, width } = code128('123456789')
  // Start, nine digits, check: eleven modules each; stop: thirteen.
  expect(width).toBe(11 * 11 + 13)
  expect(bars).toHaveLength(3 * 11 + 4)
})

test('the check digit depends on every character and its place', () => {
  // Start B 104 + 'A' 33·1 + 'B' 34·2 = 205; modulo 103 that is 102, the pattern 411131.
  const { bars } = code128('AB')
  expect(bars.slice(9, 12).map(({ width }) => width)).toEqual([4, 1, 3])
  expect(code128('AB').bars).not.toEqual(code128('BA').bars)
})
