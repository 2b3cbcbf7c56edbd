import { describe, expect, test } from 'vitest'
import { aCart, aLine, dove, panadol } from '../../test-setup/cart-server'
import { aProduct } from '../../test-setup/shop-server'
import { step, withChange } from './optimistic'

describe('a change as the server will make it', () => {
  const cart = aCart(
    [aLine(panadol, 2), aLine(dove, 3)],
    [{ name: 'Paracetamol', products: [panadol.id, dove.id] }],
  )

  test('a quantity changes its line and every total', () => {
    const more = withChange(cart, step(aLine(dove, 3), 1))
    expect(more).toEqual(aCart([aLine(panadol, 2), aLine(dove, 4)], cart.shared_ingredients))
    expect(more.total).toBe(8 + 4 * 2.25 + 2)
  })

  test('made twice it is made once', () => {
    const change = step(aLine(dove, 3), 1)
    const once = withChange(cart, change)
    expect(withChange(once, change)).toEqual(once)
  })

  test('a removed line leaves, and its warning with it', () => {
    expect(withChange(cart, { kind: 'remove', productId: dove.id })).toEqual(
      aCart([aLine(panadol, 2)]),
    )
  })

  test('an empty cart costs nothing, not even delivery', () => {
    expect(withChange(cart, { kind: 'clear' })).toEqual(aCart([]))
    expect(withChange(cart, { kind: 'clear' }).total).toBe(0)
  })

  test('what cannot be had does not count, and counts again once there is enough', () => {
    const scarce = aProduct({ id: 'scarce', nb_in_stock: 3 })
    const before = aCart([aLine(scarce, 5)])
    expect(before.total).toBe(0)
    const after = withChange(before, step(aLine(scarce, 5), -1))
    expect(after).toEqual(aCart([aLine(scarce, 3)]))
  })
})

describe('a step', () => {
  test('never goes below one nor above the limit', () => {
    expect(step(aLine(dove, 1), -1)).toMatchObject({ delta: -1, to: 1 })
    expect(step(aLine(dove, 10), 1)).toMatchObject({ delta: 1, to: 10 })
    const limited = aProduct({ nb_in_stock: 50, max_per_order: 2 })
    expect(step(aLine(limited, 2), 1)).toMatchObject({ to: 2 })
  })
})
