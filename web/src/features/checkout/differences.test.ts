import type { Cart, CartLine } from '../../domain/order/cart'
import { expect, test } from 'vitest'
import { aProduct } from '../../test-setup/shop-server'
import { unavailableLines, cartDifferences } from './differences'

function line(id: string, some: Partial<CartLine> = {}): CartLine {
  return {
    product: aProduct({ id }),
    quantity: 1,
    unit_price: 4,
    line_total: 4,
    max_quantity: 5,
    available: true,
    ...some,
  }
}

function cart(total: number, ...lines: CartLine[]): Cart {
  return {
    success: true,
    cart: lines,
    totalPrice: total - 2,
    deliveryFee: 2,
    total,
    shared_ingredients: [],
  }
}

const kinds = (seen: Cart, now: Cart) => cartDifferences(seen, now).map(({ kind }) => kind)

test('the same cart is no news', () => {
  expect(cartDifferences(cart(6, line('a')), cart(6, line('a')))).toEqual([])
})

test('a price, a quantity, a line more and a line less are each told', () => {
  const seen = cart(14, line('a'), line('b'), line('c'))
  const now = cart(17, line('a', { unit_price: 5 }), line('b', { quantity: 2 }), line('d'))
  expect(kinds(seen, now)).toEqual(['price', 'quantity', 'added', 'removed', 'total'])
})

test('a line that ran out blocks the order; its missing total is not told twice', () => {
  const now = cart(6, line('a'), line('b', { available: false }))
  expect(kinds(cart(10, line('a'), line('b')), now)).toEqual([])
  expect(unavailableLines(now).map(({ product }) => product.id)).toEqual(['b'])
})

test('another fee alone changes the total, and is told', () => {
  expect(kinds(cart(6, line('a')), cart(7, line('a')))).toEqual(['total'])
})

test('another exchange rate is told with both totals in pounds', () => {
  const seen = { ...cart(6, line('a')), rate: { lbp_per_usd: 89_500, step: 1000 } }
  const now = { ...cart(6, line('a')), rate: { lbp_per_usd: 90_000, step: 1000 } }
  expect(cartDifferences(seen, now)).toEqual([{ kind: 'rate', before: 537_000, now: 540_000 }])
  expect(cartDifferences(seen, seen)).toEqual([])
})
