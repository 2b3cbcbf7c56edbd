import { expect, test } from 'vitest'
import { dayRanges } from './opening-hours'

test('dayRanges joins days in a row that have the same hours', () => {
  const day = (n: number) => ({ day: n, from: '08:00', to: '20:00' })
  expect(dayRanges([1, 2, 3, 4, 5, 6, 7].map(day))).toEqual([
    { first: 1, last: 7, times: ['08:00–20:00'] },
  ])
  expect(dayRanges([day(1), day(2), { day: 2, from: '21:00', to: '23:00' }])).toEqual([
    { first: 1, last: 1, times: ['08:00–20:00'] },
    { first: 2, last: 2, times: ['08:00–20:00', '21:00–23:00'] },
    { first: 3, last: 7, times: [] },
  ])
})
