import { expect, test } from 'vitest'
import { shareEqual } from './share-equal'

test('shareEqual gives the old value for an equal one, whatever the order of its names', () => {
  const before = { a: [1, { b: null }], c: 'x' }
  expect(shareEqual(before, { c: 'x', a: [1, { b: null }] })).toBe(before)
})

test('shareEqual takes over the parts that are equal', () => {
  const before = { lines: [{ id: 'a' }, { id: 'b' }], total: 2 }
  const now = shareEqual(before, { lines: [{ id: 'a' }, { id: 'c' }], total: 2 })
  expect(now).toEqual({ lines: [{ id: 'a' }, { id: 'c' }], total: 2 })
  expect(now.lines[0]).toBe(before.lines[0])
  expect(now.lines[1]).not.toBe(before.lines[1])
})

test.each([
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  [1, '1'],
  [new Date(0), new Date(0)],
  [new Map(), new Map()],
])('shareEqual gives the new value: %j is not %j', (before, now) => {
  const shared: unknown = shareEqual(before, now)
  expect(shared).toStrictEqual(now)
  expect(shared).not.toBe(before)
})
