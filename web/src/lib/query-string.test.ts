import { expect, test } from 'vitest'
import { readQuery, writeQuery } from './query-string'

test('what was written is read back, in either script', () => {
  const values = [
    ['q', 'بنادول 500 & +%'],
    ['brands', 'advil,head and shoulders'],
  ] as const
  expect([...readQuery(writeQuery(values))]).toEqual(values)
})

test('addresses stay readable', () => {
  expect(writeQuery([['brands', 'advil,head and shoulders']])).toBe(
    '?brands=advil,head+and+shoulders',
  )
})

test('what is empty is left out, and nothing at all is no query', () => {
  expect(
    writeQuery([
      ['q', ''],
      ['page', '2'],
    ]),
  ).toBe('?page=2')
  expect(writeQuery([['q', '']])).toBe('')
})

test('a name given twice counts once, and broken encoding does not throw', () => {
  expect([...readQuery('?page=2&page=3&q=100%&=x&y')]).toEqual([
    ['page', '2'],
    ['q', '100%'],
    ['y', ''],
  ])
})

test('half a character is left out, a whole one stays', () => {
  const half = '💊'.slice(0, 1)
  expect(writeQuery([['q', `a${half}b💊`]])).toBe(`?q=ab${encodeURIComponent('💊')}`)
})
