import { toCents } from '../../lib/cents'
import type { Cart, CartLine } from '../../domain/order/cart'
import { cartTotals } from '../../domain/money/money'

/** Something a shopper does to the cart. */
export type CartChange =
  /** `to` is what the shopper expects to see; the server is told the difference. */
  | { kind: 'quantity'; productId: string; delta: 1 | -1; to: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'clear' }

/**
 * The cart as it will look once the server has taken a change. Applying a change to a cart that
 * has it already changes nothing, so an answer may arrive a moment before its change is done with.
 */
export function withChange(cart: Cart, change: CartChange): Cart {
  switch (change.kind) {
    case 'quantity':
      return counted(
        cart,
        cart.cart.map((line) =>
          line.product.id === change.productId ? withQuantity(line, change.to) : line,
        ),
      )
    case 'remove':
      return counted(
        cart,
        cart.cart.filter((line) => line.product.id !== change.productId),
      )
    case 'clear':
      return counted(cart, [])
  }
}

/** The step from a line's quantity, within what the line may hold. */
export function step(line: CartLine, delta: 1 | -1): CartChange {
  const wanted = line.quantity + delta
  const most = line.max_quantity > 0 ? line.max_quantity : wanted
  return {
    kind: 'quantity',
    productId: line.product.id,
    delta,
    to: Math.max(1, Math.min(wanted, most)),
  }
}

function withQuantity(line: CartLine, quantity: number): CartLine {
  if (line.quantity === quantity) return line
  return {
    ...line,
    quantity,
    line_total: (toCents(line.unit_price) * quantity) / 100,
    available: line.max_quantity > 0 && quantity <= line.max_quantity,
  }
}

function counted(cart: Cart, lines: CartLine[]): Cart {
  const { subtotal, fee, total } = cartTotals(
    lines
      .filter((line) => line.available)
      .map((line) => ({
        price: toCents(line.product.price),
        discount: line.product.discount,
        quantity: line.quantity,
      })),
  )
  const present = new Set(lines.map((line) => line.product.id))
  return {
    ...cart,
    cart: lines,
    totalPrice: subtotal / 100,
    deliveryFee: fee / 100,
    total: total / 100,
    shared_ingredients: cart.shared_ingredients
      .map((shared) => ({ ...shared, products: shared.products.filter((id) => present.has(id)) }))
      .filter((shared) => shared.products.length > 1),
  }
}
