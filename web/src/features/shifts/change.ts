import shop from '../../../../contract/shop.json'
import { toCents } from '../../lib/cents'
import type { CashAmount } from './api'

/** What has to be paid, in dollars or in pounds, and the rate that the order froze. */
export interface Bill {
  usd: number
  lbp: number
  rate: number
}

/** The change to give, or that too little was handed over. */
export type Change = { short: false; change: CashAmount } | { short: true; missing: number }

/** More than any bag holds, in the smallest notes. */
const MOST_UNITS = 400_000

/**
 * The change for what a customer hands over: who pays in pounds alone is given pounds, everybody else whole dollars and
 * pounds in the fewest notes. The server proposes the same way. Null when nothing can be proposed.
 */
export function changeFor(bill: Bill, received: CashAmount): Change | null {
  const { notes } = shop.cash
  const cents = toCents(received.usd) - toCents(bill.usd)
  if (bill.rate <= 0) {
    if (received.lbp > 0) return null
    return cents < 0 ? { short: true, missing: -cents / 100 } : whole(Math.floor(cents / 100), 0)
  }
  if (received.usd === 0) {
    const back = received.lbp - bill.lbp
    return back < 0 ? { short: true, missing: -back / bill.rate } : whole(0, back)
  }
  // In hundredths of a pound nothing is rounded.
  const back = cents * bill.rate + received.lbp * 100
  if (back < 0) return { short: true, missing: -back / 100 / bill.rate }
  const unit = Math.min(...notes.lbp)
  const most = Math.floor(back / 100 / unit)
  if (most > MOST_UNITS) return null
  const inPounds = fewest(
    notes.lbp.map((note) => note / unit),
    most,
  )
  const inDollars = fewest(notes.usd, Math.floor(back / (100 * bill.rate)))
  let best: CashAmount | null = null
  let count = Infinity
  for (let dollars = inDollars.length - 1; dollars >= 0; dollars--) {
    const units = Math.floor((back - dollars * 100 * bill.rate) / 100 / unit)
    const used = (inDollars[dollars] ?? Infinity) + (inPounds[units] ?? Infinity)
    if (used < count) {
      best = { usd: dollars, lbp: units * unit }
      count = used
    }
  }
  return best === null ? null : { short: false, change: best }
}

function whole(usd: number, lbp: number): Change {
  return { short: false, change: { usd, lbp } }
}

/** The fewest notes for every amount up to one; Infinity for what no notes make. */
function fewest(notes: readonly number[], upTo: number): number[] {
  const count = [0]
  for (let amount = 1; amount <= upTo; amount++) {
    let least = Infinity
    for (const note of notes) least = Math.min(least, (count[amount - note] ?? Infinity) + 1)
    count.push(least)
  }
  return count
}
