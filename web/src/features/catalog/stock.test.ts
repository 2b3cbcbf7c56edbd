import { describe, expect, test } from 'vitest'
import { quantityLimit, stockState } from './stock'

describe('stock', () => {
  test.each([
    [0, 'out'],
    [1, 'low'],
    [5, 'low'],
    [6, 'in'],
  ] as const)('%i left is %s', (left, state) => {
    expect(stockState({ nb_in_stock: left })).toBe(state)
  })

  test.each([
    [100, undefined, 10, 'cart'],
    [100, 0, 10, 'cart'],
    [100, 20, 10, 'cart'],
    [100, 3, 3, 'product'],
    [4, undefined, 4, 'stock'],
    [2, 3, 2, 'stock'],
    [3, 3, 3, 'product'],
    [0, 3, 0, 'stock'],
  ] as const)('%i left, %s an order: at most %i, set by the %s', (left, perOrder, most, by) => {
    expect(quantityLimit({ nb_in_stock: left, max_per_order: perOrder })).toEqual({ most, by })
  })
})
