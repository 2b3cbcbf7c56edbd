import type { Cart } from './cart'
import { inPounds } from '../money/pounds'

/** The cart's total in pounds with its rate; undefined in a shop without a rate. */
export function cartPounds({ total, rate }: Cart): { total: number; rate: number } | undefined {
  if (rate === undefined) return undefined
  return { total: inPounds(total, rate), rate: rate.lbp_per_usd }
}
