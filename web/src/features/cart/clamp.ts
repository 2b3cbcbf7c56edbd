import type { MessageKey, Translate } from '../../lib/i18n'
import type { CartChanged } from './api'

const reasons = {
  minimum: 'product.clamped_minimum',
  maximum: 'product.clamped_maximum',
  stock: 'product.clamped_stock',
  max_per_order: 'product.clamped_max_per_order',
} as const satisfies Record<NonNullable<CartChanged['clampedBy']>, MessageKey>

/** What limited a change, to how many, and why; null when it was done in full. */
export function clampText(
  t: Translate,
  { clamped, clampedBy, quantity }: Pick<CartChanged, 'clamped' | 'clampedBy' | 'quantity'>,
): string | null {
  if (!clamped || clampedBy === undefined) return null
  return t(reasons[clampedBy], { count: quantity })
}
