import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import type { Refundable, RefundRequest } from '../../domain/refund/refund'
import { queryOptions } from '../../lib/query/query-options'
import type { AdminOrder } from './api'

/** What went back for an order and what is left. */
export type AdminRefunds = components['schemas']['AdminRefunds']

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

/**
 * What staff can give back of an order: nothing for the parts that were cancelled or returned, which go back by
 * themselves.
 */
export const refundableOf = (order: Order, state: AdminRefunds): Refundable => ({
  lines: order.fulfilments
    .filter(({ status }) => status !== 'cancelled' && status !== 'returned')
    .flatMap((part) => part.products),
  rest: state.left,
  feeLeft: state.fee_left,
  pieces: state.pieces_left,
})

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
