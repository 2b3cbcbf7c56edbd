import { toCents } from '../lib/cents'
import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'
import { cartTotals } from '../domain/money/money'
import { aProduct } from './shop-server'

type Cart = components['schemas']['Cart']
type CartLine = components['schemas']['CartLine']
type Product = components['schemas']['Product']

/** A line with a quantity of a product, priced as the server does. */
export function aLine(product: Product, quantity: number, some: Partial<CartLine> = {}): CartLine {
  const max_quantity = Math.min(10, product.nb_in_stock, product.max_per_order || 10)
  return {
    product,
    quantity,
    unit_price: product.discounted_price,
    line_total: (toCents(product.discounted_price) * quantity) / 100,
    max_quantity,
    available: quantity <= max_quantity,
    ...some,
  }
}

/** A cart with its totals. */
export function aCart(lines: CartLine[], shared: Cart['shared_ingredients'] = []): Cart {
  const { subtotal, fee, total } = cartTotals(
    lines
      .filter((line) => line.available)
      .map(({ product, quantity }) => ({
        price: toCents(product.price),
        discount: product.discount,
        quantity,
      })),
  )
  return {
    success: true,
    cart: lines,
    totalPrice: subtotal / 100,
    deliveryFee: fee / 100,
    total: total / 100,
    shared_ingredients: shared,
  }
}

/** A server with a cart that can be changed; `asked` hears each change. */
export function cartCalls(lines: CartLine[], asked: (change: string) => void = () => {}) {
  let held = lines
  const now = () => aCart(held)
  return [
    http.get('*/api/user/cart', () => HttpResponse.json(now())),
    http.put<never, { productId: string; quantity: number }>(
      '*/api/user/cart',
      async ({ request }) => {
        const { productId, quantity } = await request.json()
        asked(`${quantity} ${productId}`)
        held = held.map((line) =>
          line.product.id === productId ? aLine(line.product, line.quantity + quantity) : line,
        )
        const line = held.find((one) => one.product.id === productId)
        return HttpResponse.json({
          ...now(),
          code: 'cart_updated',
          message: '',
          productId,
          quantity: line?.quantity ?? quantity,
          clamped: false,
        })
      },
    ),
    http.delete<never, { productId: string }>('*/api/user/cart', async ({ request }) => {
      const { productId } = await request.json()
      asked(`remove ${productId}`)
      held = held.filter((line) => line.product.id !== productId)
      return HttpResponse.json(now())
    }),
    http.put('*/api/user/clearCart', () => {
      asked('clear')
      held = []
      return HttpResponse.json(now())
    }),
  ]
}

/** Two products that may be in a cart. */
export const panadol = aProduct({ nb_in_stock: 50 })
export const dove = aProduct({
  id: 'dove-bar',
  english_name: 'Dove Bar',
  arabic_name: 'صابون دوف',
  brand: 'dove',
  price: 2.5,
  discount: 10,
  discounted_price: 2.25,
  nb_in_stock: 50,
})
