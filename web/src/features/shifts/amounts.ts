import { parseMoney } from '../../lib/cents'
import { foldDigits } from '../../lib/digits'
import type { CashAmount } from './api'

/** Cash as it is typed. */
export interface TypedCash {
  usd: string
  lbp: string
}

/** Before anything was typed. */
export const noTypedCash: TypedCash = { usd: '', lbp: '' }

const plain = (typed: string) => foldDigits(typed).replaceAll(/[\s,،$]/g, '')

/** What was typed as an amount; nothing typed is nothing. Null names what is no amount. */
export function readCashAmount(typed: TypedCash): {
  amount: CashAmount | null
  wrong: { usd: boolean; lbp: boolean }
} {
  const cents = plain(typed.usd) === '' ? 0 : parseMoney(plain(typed.usd))
  const digits = plain(typed.lbp)
  const lbp = /^[0-9]{0,10}$/.test(digits) ? Number(digits) : null
  const wrong = { usd: cents === null || cents > 10_000_000, lbp: lbp === null }
  if (cents === null || lbp === null || wrong.usd) return { amount: null, wrong }
  return { amount: { usd: cents / 100, lbp }, wrong }
}

/** An amount as it stands in the fields. */
export function asTyped({ usd, lbp }: CashAmount): TypedCash {
  return { usd: usd === 0 ? '' : String(usd), lbp: lbp === 0 ? '' : String(lbp) }
}
