import { expect, test } from 'vitest'
import { highlightParts } from './highlight'

const marked = (name: string, ranges?: number[][]) =>
  highlightParts(name, ranges)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('')

test.each([
  ['Panadol Extra', [[0, 4]], '[Pana]dol Extra'],
  [
    'Panadol Extra',
    [
      [0, 3],
      [8, 10],
    ],
    '[Pan]adol [Ex]tra',
  ],
  ['بنادول 500', [[0, 4]], '[بناد]ول 500'],
  ['Panadol', [[4, 7]], 'Pana[dol]'],
  ['Panadol', [], 'Panadol'],
  ['Panadol', undefined, 'Panadol'],
])('%s with %j is %s', (name, ranges, expected) => {
  expect(marked(name, ranges)).toBe(expected)
})

test.each([[[[5, 99]]], [[[3, 3]]], [[[4, 2]]], [[[-1, -2]]]])(
  'ranges that make no sense, %j, mark nothing and lose nothing',
  (ranges) => {
    expect(marked('Panadol', ranges)).toBe('Panadol')
  },
)
