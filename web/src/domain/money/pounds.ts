import { toCents } from '../../lib/cents'

/** How dollars are shown in pounds: amounts are rounded up to a multiple of the step. */
export interface ShownRate {
  lbp_per_usd: number
  step: number
}

/** An amount of dollars, as the wire carries it, in pounds. The server counts the same way. */
export function inPounds(dollars: number, { lbp_per_usd, step }: ShownRate): number {
  return Math.ceil((toCents(dollars) * lbp_per_usd) / (100 * step)) * step
}

/** Whole pounds with commas between the thousands, in both languages: 1,234,000. */
export function grouped(pounds: number): string {
  return String(pounds).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
