import { describe, expect, test } from 'vitest'
import { aProduct } from '../../test-setup/shop-server'
import { mostOf, phoneTotals, withOneMore } from './lines'

describe('the lines of a phone order', () => {
  test('hold no more of a product than the stock, its bound and ten', () => {
    expect(mostOf(aProduct({ nb_in_stock: 40 }))).toBe(10)
    expect(mostOf(aProduct({ nb_in_stock: 3 }))).toBe(3)
    expect(mostOf(aProduct({ nb_in_stock: 40, max_per_order: 2 }))).toBe(2)
    expect(mostOf(aProduct({ nb_in_stock: 40, regulation: 'prescription' }))).toBe(0)
  })

  test('join one product, and cost what a cart of them would', () => {
    const product = aProduct({ nb_in_stock: 2, price: 4.99, discount: 10 })
    let lines = withOneMore([], product)
    for (let press = 0; press < 3; press++) lines = withOneMore(lines, product)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.quantity).toBe(2)
    expect(phoneTotals(lines)).toEqual({ subtotal: 898, fee: 200, total: 1098 })
    expect(phoneTotals([]).total).toBe(0)
  })
})
