import type { components } from '../../generated/api'
import { type Cents, toCents } from '../../lib/cents'
import { foldDigits } from '../../lib/digits'

/** A refund as staff sees it. */
export type Refund = components['schemas']['AdminRefund']

export type RefundRequest = components['schemas']['RefundRequest']

/** A line of an order that money can be given back for. */
export type RefundLine = Pick<components['schemas']['OrderLine'], 'product' | 'unit_price'>

/** What can be given back: for which lines, how many pieces by product, and how much in all and of the delivery fee. */
export interface Refundable {
  lines: readonly RefundLine[]
  pieces: Readonly<Record<string, number>>
  rest: number
  feeLeft: number
}

/** What is typed to give money back. */
export interface RefundDraft {
  by: 'lines' | 'amount' | 'all'
  /** Pieces by product. */
  pieces: Readonly<Record<string, number>>
  delivery: boolean
  amount: string
  reason: string
}

/** A form before anything is typed. */
export const emptyRefund: RefundDraft = {
  by: 'lines',
  pieces: {},
  delivery: false,
  amount: '',
  reason: '',
}

/** What a draft comes to; null while no amount can be read. */
export function refundAmount(draft: RefundDraft, of: Refundable): Cents | null {
  if (draft.by === 'all') return toCents(of.rest)
  if (draft.by === 'amount') {
    const typed = foldDigits(draft.amount).trim()
    return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? toCents(Number(typed)) : null
  }
  const lines = of.lines.reduce(
    (sum, line) => sum + toCents(line.unit_price) * (draft.pieces[line.product.id] ?? 0),
    0,
  )
  return lines + (draft.delivery ? toCents(of.feeLeft) : 0)
}

/** What is sent for a draft. */
export function toRefundRequest(draft: RefundDraft, amount: Cents): RefundRequest {
  const reason = draft.reason.trim()
  if (draft.by === 'all') return { all: true, reason }
  if (draft.by === 'amount') return { amount: amount / 100, reason }
  const lines = Object.entries(draft.pieces)
    .filter(([, quantity]) => quantity > 0)
    .map(([product, quantity]) => ({ product, quantity }))
  return { lines, ...(draft.delivery ? { delivery: true } : {}), reason }
}
