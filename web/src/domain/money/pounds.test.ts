import { expect, test } from 'vitest'
import { grouped, inPounds } from './pounds'

// The same cases as in internal/base/money/pounds_test.go.
test.each([
  [0, 89_500, 1000, 0],
  [0.01, 89_500, 1000, 1000],
  [1, 89_500, 1000, 90_000],
  [2, 89_500, 1000, 179_000],
  [10, 89_500, 1000, 895_000],
  [10.01, 89_500, 1000, 896_000],
  [12.34, 89_500, 1, 1_104_430],
  [12.35, 89_501, 1, 1_105_338],
])('$%d at %d in steps of %d', (dollars, lbp_per_usd, step, pounds) => {
  expect(inPounds(dollars, { lbp_per_usd, step })).toBe(pounds)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [89_500, '89,500'],
  [1_234_000, '1,234,000'],
])('%d is written %s', (pounds, written) => {
  expect(grouped(pounds)).toBe(written)
})
