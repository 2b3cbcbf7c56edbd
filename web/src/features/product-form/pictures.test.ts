import { expect, test } from 'vitest'
import { moveItem, refusalCode, sortFiles } from './pictures'

const file = (name: string, type = 'image/png', size = 1000): File =>
  Object.defineProperty(new File([], name, { type }), 'size', { value: size })

test('only JPEG, PNG and WebP that can be made small enough are taken', () => {
  expect(refusalCode(file('a.png'))).toBeNull()
  expect(refusalCode(file('a.jpg', 'image/jpeg', 5 * 1024 * 1024))).toBeNull()
  expect(refusalCode(file('a.jpg', 'image/jpeg', 40 * 1024 * 1024 + 1))).toBe('image_too_large')
  expect(refusalCode(file('a.svg', 'image/svg+xml'))).toBe('image_type')
  expect(refusalCode(file('a.pdf', 'application/pdf'))).toBe('image_type')
})

test('at most five together, and each file that is left out is named', () => {
  const files = ['1', '2', '3'].map((name) => file(name))
  const { good, refused } = sortFiles([...files, file('x.gif', 'image/gif')], 3)
  expect(good.map(({ name }) => name)).toEqual(['1', '2'])
  expect(refused).toEqual([
    { name: '3', code: 'image_too_many' },
    { name: 'x.gif', code: 'image_type' },
  ])
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 0, 'bac'],
  [1, 9, 'acb'],
  [1, -1, 'bac'],
])('from %i to %i', (from, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(expected)
})
