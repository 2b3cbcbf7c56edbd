import { expect, test } from 'vitest'
import { unitPrice } from './unit-price'

test.each([
  [3.25, '24', { price: 0.14 }],
  [9, '400 ml', { price: 2.25, per: '100 ml' }],
  [9, '45 g', { price: 20, per: '100 g' }],
  [9, '1', null],
  [9, '15 ml', null],
  [9, '100 ml', null],
  [9, 'one size', null],
  [9, undefined, null],
])('a pack at $%s of %s', (price, pack, expected) => {
  expect(
    unitPrice({ discounted_price: price, ...(pack === undefined ? {} : { pack_size: pack }) }),
  ).toEqual(expected)
})
