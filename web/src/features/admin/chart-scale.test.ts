import { expect, test } from 'vitest'
import { roundedMaximum } from './chart-scale'

test.each([
  [0, 10],
  [9.99, 10],
  [10.01, 20],
  [43, 50],
  [51, 100],
  [1234.5, 2000],
])('a chart of at most %d ends at %d', (highest, top) => {
  expect(roundedMaximum(highest)).toBe(top)
})
