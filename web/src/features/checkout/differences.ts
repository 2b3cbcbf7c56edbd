import type { Cart, CartLine } from '../../domain/order/cart'
import { cartPounds } from '../../domain/order/cart-pounds'

type Product = CartLine['product']

/** Something about the order that is not as the shopper saw it. */
export type CartDifference =
  | { kind: 'price'; product: Product; before: number; now: number }
  | { kind: 'quantity'; product: Product; before: number; now: number }
  | { kind: 'added'; product: Product }
  | { kind: 'removed'; product: Product }
  | { kind: 'total'; before: number; now: number }
  /** The totals in pounds, before and after the rate changed. */
  | { kind: 'rate'; before: number | undefined; now: number | undefined }

/** What is different now from what the shopper saw. Nothing when the order is the same. */
export function cartDifferences(seen: Cart, now: Cart): CartDifference[] {
  const found: CartDifference[] = []
  const before = new Map(seen.cart.map((line) => [line.product.id, line]))
  for (const line of now.cart) {
    const was = before.get(line.product.id)
    before.delete(line.product.id)
    found.push(...(was === undefined ? [added(line)] : changed(was, line)))
  }
  for (const line of before.values()) found.push({ kind: 'removed', product: line.product })
  // What ran out is told by its own line; the total that follows from it is no news.
  if (seen.total !== now.total && unavailableLines(now).length === 0) {
    found.push({ kind: 'total', before: seen.total, now: now.total })
  }
  if (seen.rate?.lbp_per_usd !== now.rate?.lbp_per_usd) {
    found.push({ kind: 'rate', before: cartPounds(seen)?.total, now: cartPounds(now)?.total })
  }
  return found
}

/** The lines that cannot be ordered as they are. */
export function unavailableLines(cart: Cart): CartLine[] {
  return cart.cart.filter((line) => !line.available)
}

function added({ product }: CartLine): CartDifference {
  return { kind: 'added', product }
}

function changed(was: CartLine, is: CartLine): CartDifference[] {
  const { product } = is
  const found: CartDifference[] = []
  if (was.unit_price !== is.unit_price) {
    found.push({ kind: 'price', product, before: was.unit_price, now: is.unit_price })
  }
  if (was.quantity !== is.quantity) {
    found.push({ kind: 'quantity', product, before: was.quantity, now: is.quantity })
  }
  return found
}
