import type { Product } from '../../domain/product/product'
import shop from '../../../../contract/shop.json'

/** How much of a product is left, as far as a shopper needs to know. */
type StockState = 'out' | 'low' | 'in'

/** At so few packs the shop says how many are left. */
const LOW = 5

/** Whether a product is in stock, nearly gone or gone. */
export function stockState({ nb_in_stock: left }: Pick<Product, 'nb_in_stock'>): StockState {
  if (left <= 0) return 'out'
  return left <= LOW ? 'low' : 'in'
}

/** How many of a product one order may hold, and what sets the limit. */
export interface QuantityLimit {
  most: number
  by: 'cart' | 'stock' | 'product'
}

/** The limit is the smallest of the cart's own, the stock and the product's. */
export function quantityLimit({
  nb_in_stock: left,
  max_per_order: perOrder = 0,
}: Pick<Product, 'nb_in_stock' | 'max_per_order'>): QuantityLimit {
  const most = shop.quantity.max
  if (perOrder > 0 && perOrder < most && perOrder <= left) return { most: perOrder, by: 'product' }
  return left < most ? { most: Math.max(left, 0), by: 'stock' } : { most, by: 'cart' }
}
