import { expect, test } from 'vitest'
import { pageText, readDay, readPage } from './list-address'
import { readQuery } from './query-string'

test.each([
  ['', 1],
  ['?page=1', 1],
  ['?page=12', 12],
  ['?page=999999', 999_999],
  ['?page=0', 1],
  ['?page=-2', 1],
  ['?page=1.5', 1],
  ['?page=1e3', 1],
  ['?page=٢', 1],
  ['?page=99999999999999999999', 1],
])('the address %s names page %i', (search, page) => {
  expect(readPage(readQuery(search))).toBe(page)
})

test('the first page has no name in an address', () => {
  expect([1, 2, 30].map(pageText)).toEqual(['', '2', '30'])
})

test('a day is taken as the server writes it, and nothing else is', () => {
  const values = readQuery('?from=2026-11-15&to=15.11.2026')
  expect(readDay(values, 'from')).toBe('2026-11-15')
  expect(readDay(values, 'to')).toBe('')
  expect(readDay(readQuery(''), 'to')).toBe('')
})
