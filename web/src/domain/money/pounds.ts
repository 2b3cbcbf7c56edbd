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

/**
 * What a card that is charged in pounds pays for an amount of dollars: at the rate, rounded down to hundreds, so
 * that every cent is a whole number of pounds. The server counts the same way.
 */
export function chargedPounds(dollars: number, rate: number): number {
  return toCents(dollars) * Math.floor(rate / 100)
}

/** Whole pounds with commas between the thousands, in both languages: 1,234,000. */
export function grouped(pounds: number): string {
  return String(pounds).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
