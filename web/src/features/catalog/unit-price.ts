import type { Product } from '../../domain/product/product'

/** What a piece or a usual amount of a product costs. */
export interface UnitPrice {
  /** In dollars, to the cent. */
  price: number
  /** '100 ml' or '100 g'; a piece when there is none. */
  per?: string
}

const AMOUNT = /^(\d+(?:\.\d+)?) ?(ml|g)$/i

/**
 * What one piece of a pack costs, or 100 ml or 100 g of it; null for a pack of one, for one of no known size, and for
 * what is so little that 100 of it would mislead.
 */
export function unitPrice({
  discounted_price: price,
  pack_size: pack = '',
}: Pick<Product, 'discounted_price' | 'pack_size'>): UnitPrice | null {
  if (/^\d+$/.test(pack)) {
    const pieces = Number(pack)
    return pieces > 1 && price / pieces >= 0.01 ? { price: toCent(price / pieces) } : null
  }
  const [, amount = '', unit = ''] = AMOUNT.exec(pack) ?? []
  if (Number(amount) < 30 || Number(amount) === 100) return null
  return { price: toCent((price / Number(amount)) * 100), per: `100 ${unit.toLowerCase()}` }
}

function toCent(amount: number): number {
  return Math.round(amount * 100) / 100
}
