import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { type Cents, toCents } from '../../lib/cents'
import { foldDigits } from '../../lib/digits'
import type { AdminOrder } from './api'

/** A refund as staff sees it. */
export type AdminRefund = components['schemas']['AdminRefund']

/** What went back for an order and what is left. */
export type AdminRefunds = components['schemas']['AdminRefunds']

type RefundRequest = components['schemas']['RefundRequest']
type Order = AdminOrder['order']

/** The refunds of an order. */
export const refundsQuery = (number: string) =>
  queryOptions({
    queryKey: ['admin-orders', 'refunds', number] as const,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/admin/order/{orderNb}/refunds', {
          params: { path: { orderNb: number } },
          signal,
        }),
      ),
    staleTime: 0,
    refetchInterval: 5000,
    meta: { personal: true },
  })

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

/** The parts of an order that were neither cancelled nor returned: the others go back by themselves. */
const standing = (order: Order) =>
  order.fulfilments.filter(({ status }) => status !== 'cancelled' && status !== 'returned')

/** The delivery fee that staff can give back, in cents. */
export const refundableFee = (order: Order): Cents =>
  standing(order).reduce((sum, part) => sum + toCents(part.deliveryFee), 0)

/** How many pieces of each product have not gone back, and whether the delivery fee has. */
export function notGivenBack(order: Order, refunds: readonly AdminRefund[]) {
  const counted = refunds.filter((refund) => refund.state !== 'failed')
  const pieces = new Map(
    standing(order).flatMap((part) =>
      part.products.map(
        (line) => [line.product.id, line.nb_ordered - (line.removed ?? 0)] as const,
      ),
    ),
  )
  for (const { product, quantity } of counted.flatMap((refund) => refund.lines)) {
    pieces.set(product, (pieces.get(product) ?? 0) - quantity)
  }
  return {
    pieces,
    delivery: refundableFee(order) > 0 && !counted.some((refund) => refund.delivery),
  }
}

/** What a draft comes to; null while no amount can be read. */
export function refundAmount(draft: RefundDraft, order: Order, rest: Cents): Cents | null {
  if (draft.by === 'all') return rest
  if (draft.by === 'amount') {
    const typed = foldDigits(draft.amount).trim()
    return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? toCents(Number(typed)) : null
  }
  const lines = order.products.reduce(
    (sum, line) => sum + toCents(line.unit_price) * (draft.pieces[line.product.id] ?? 0),
    0,
  )
  return lines + (draft.delivery ? refundableFee(order) : 0)
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

/** Gives money back; the same key gives it back once. */
export function giveRefund(number: string, key: string, body: RefundRequest) {
  return answer(
    api.POST('/api/admin/order/{orderNb}/refunds', {
      params: { path: { orderNb: number }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
}

/** Asks the gateway again. */
export function retryRefund(refund: string) {
  return answer(api.POST('/api/admin/refund/{refund}/retry', { params: { path: { refund } } }))
}

/** Records that the money was given back by hand. */
export function settleRefund(refund: string, note: string) {
  return answer(
    api.POST('/api/admin/refund/{refund}/manual', { params: { path: { refund } }, body: { note } }),
  )
}
