import { expect, test } from 'vitest'
import { beginsWith, hashKey } from './query-key'

test('hashKey: the order of the names in an object does not matter, that of a list does', () => {
  expect(hashKey(['a', { b: 1, c: [1, 2] }])).toBe(hashKey(['a', { c: [1, 2], b: 1 }]))
  expect(hashKey([1, 2])).not.toBe(hashKey([2, 1]))
  expect(hashKey(['1'])).not.toBe(hashKey([1]))
})

test('beginsWith: all parts of the beginning are the same', () => {
  expect(beginsWith(['orders', 12], [])).toBe(true)
  expect(beginsWith(['orders', 12], ['orders'])).toBe(true)
  expect(beginsWith(['orders', { page: 1 }, 'x'], ['orders', { page: 1 }])).toBe(true)
  expect(beginsWith(['orders', 12], ['orders', 1])).toBe(false)
  expect(beginsWith(['orders'], ['orders', 12])).toBe(false)
})
