import shop from '../../../../contract/shop.json'
import { cartTotals } from '../../domain/money/money'
import type { Product } from '../../domain/product/product'
import { mayBeOrdered } from '../../domain/product/regulation'
import { toCents } from '../../lib/cents'

/** A product of the order and how many of it. */
export interface PhoneLine {
  product: Product
  quantity: number
  /** It is sold no more. */
  gone?: boolean
}

/** How many of a product one order may hold; 0 when none. */
export function mostOf({ nb_in_stock: stock, max_per_order: bound, ...product }: Product): number {
  if (!mayBeOrdered(product)) return 0
  return Math.max(0, Math.min(shop.quantity.max, stock, bound ?? shop.quantity.max))
}

/** The lines with one more of a product. */
export function withOneMore(lines: readonly PhoneLine[], product: Product): PhoneLine[] {
  const known = lines.find((line) => line.product.id === product.id)
  if (known === undefined) return [...lines, { product, quantity: 1 }]
  return lines.map((line) =>
    line === known
      ? { product, quantity: Math.min(line.quantity + 1, Math.max(mostOf(product), 1)) }
      : line,
  )
}

/** What the order costs, in cents. */
export function phoneTotals(lines: readonly PhoneLine[]) {
  return cartTotals(
    lines.map(({ product, quantity }) => ({
      price: toCents(product.price),
      discount: product.discount,
      quantity,
    })),
  )
}
