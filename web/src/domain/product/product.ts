import shop from '../../../../contract/shop.json'
import type { components } from '../../generated/api'

/** A product as the wire carries it. */
export type Product = components['schemas']['Product']

/** One of the six categories. */
export type Category = components['schemas']['Category']

/** Whether a word names one of the six categories. */
export function isCategory(word: string): word is Category {
  return shop.categories.includes(word)
}
