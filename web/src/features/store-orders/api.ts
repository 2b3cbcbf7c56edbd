import type { OrderStatus } from '../../domain/order/order-status'
import type { RefundRequest } from '../../domain/refund/refund'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'
import { type DeskQuery, deskFilter } from './desk-query'

/** The part of an order that a store fulfils. */
export type StoreOrder = components['schemas']['StoreOrder']

/** Orders on one page of the desk. */
export const DESK_PAGE = 25

/** Keys of everything that is cached about a store's orders. */
export const deskKeys = {
  all: (store: string) => ['store-orders', store] as const,
  list: (store: string, query: Omit<DeskQuery, 'order'>) =>
    ['store-orders', store, 'list', query] as const,
  fresh: (store: string) => ['store-orders', store, 'fresh'] as const,
  one: (store: string, id: string) => ['store-orders', store, 'one', id] as const,
  refunds: (store: string, id: string) => ['store-orders', store, 'refunds', id] as const,
}

/** A page of the desk. `interval` is how often it is read again without a word from the server. */
export const deskQuery = (
  store: string,
  { status, q, from, to, page }: DeskQuery,
  interval: number,
) =>
  queryOptions({
    queryKey: deskKeys.list(store, { status, q, from, to, page }),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/orders', {
          params: {
            path: { id: store },
            query: {
              page,
              limit: DESK_PAGE,
              ...deskFilter({ status, q, from, to, page, order: '' }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: interval,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** The orders that nobody has confirmed yet. A hidden tab reads them, too: it is to ring. */
export const freshOrdersQuery = (store: string, interval: number) =>
  queryOptions({
    queryKey: deskKeys.fresh(store),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/orders', {
          params: { path: { id: store }, query: { status: 'placed', limit: 48 } },
          signal,
        }),
      ),
    refetchInterval: interval,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** One order of the store. */
export const storeOrderQuery = (store: string, id: string) =>
  queryOptions({
    queryKey: deskKeys.one(store, id),
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/store/{id}/fulfilment/{fid}', {
            params: { path: { id: store, fid: id } },
            signal,
          }),
        )
      ).order,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** A step with an order. */
export interface Move {
  status: OrderStatus
  note: string
  version: number
  /** Whether pieces that come back are set aside instead of sold again. */
  quarantine: boolean
}

/** Takes an order of the store to another status. */
export async function moveOrder(store: string, id: string, move: Move): Promise<StoreOrder> {
  const { status, version, quarantine } = move
  const note = move.note.trim()
  return (
    await answer(
      api.PUT('/api/store/{id}/fulfilment/{fid}/status', {
        params: { path: { id: store, fid: id } },
        body: {
          status,
          version,
          ...(note === '' ? {} : { note }),
          ...(quarantine ? { quarantine } : {}),
        },
      }),
    )
  ).order
}

/** Takes the last step back. */
export async function undoMove(store: string, id: string, event: string): Promise<StoreOrder> {
  return (
    await answer(
      api.POST('/api/store/{id}/fulfilment/{fid}/undo', {
        params: { path: { id: store, fid: id } },
        body: { event },
      }),
    )
  ).order
}

/** Writes down what the staff should know. */
export async function saveStaffNote(store: string, id: string, note: string): Promise<StoreOrder> {
  return (
    await answer(
      api.PUT('/api/store/{id}/fulfilment/{fid}/note', {
        params: { path: { id: store, fid: id } },
        body: { note },
      }),
    )
  ).order
}

/** What the store can send of an order. */
export interface Reduction {
  lines: { product: string; pieces: number }[]
  /** Whether the missing pieces are not there, instead of being sold again. */
  gone: boolean
  version: number
}

/** Says what the store cannot send; the customer is asked about the rest. */
export async function reduceOrder(store: string, id: string, what: Reduction): Promise<StoreOrder> {
  const { lines, gone, version } = what
  return (
    await answer(
      api.PUT('/api/store/{id}/fulfilment/{fid}/lines', {
        params: { path: { id: store, fid: id } },
        body: { lines, quarantine: gone, version },
      }),
    )
  ).order
}

/** Records that the customer agreed to the rest on the phone. */
export async function recordAgreement(store: string, id: string): Promise<StoreOrder> {
  return (
    await answer(
      api.POST('/api/store/{id}/fulfilment/{fid}/agreed', {
        params: { path: { id: store, fid: id } },
      }),
    )
  ).order
}

/** Records that the customer confirmed the order on the phone. */
export async function recordCall(store: string, id: string): Promise<StoreOrder> {
  return (
    await answer(
      api.POST('/api/store/{id}/fulfilment/{fid}/called', {
        params: { path: { id: store, fid: id } },
      }),
    )
  ).order
}

/** Lowers the delivery fee. */
export async function lowerFee(
  store: string,
  id: string,
  { fee, version }: { fee: number; version: number },
): Promise<StoreOrder> {
  return (
    await answer(
      api.PUT('/api/store/{id}/fulfilment/{fid}/fee', {
        params: { path: { id: store, fid: id } },
        body: { fee, version },
      }),
    )
  ).order
}

/** Sends an order somewhere else in the same city. */
export async function replaceAddress(
  store: string,
  id: string,
  { address, version }: { address: components['schemas']['CheckoutAddress']; version: number },
): Promise<StoreOrder> {
  return (
    await answer(
      api.PUT('/api/store/{id}/fulfilment/{fid}/address', {
        params: { path: { id: store, fid: id } },
        body: { address, version },
      }),
    )
  ).order
}

/** What went back for an order of the store. The bank may still be at it, so it is read again. */
export const storeRefundsQuery = (store: string, id: string) =>
  queryOptions({
    queryKey: deskKeys.refunds(store, id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/fulfilment/{fid}/refunds', {
          params: { path: { id: store, fid: id } },
          signal,
        }),
      ),
    staleTime: 0,
    refetchInterval: 5000,
    retry: false,
    meta: { personal: true },
  })

/** Gives money back for an order of the store; the same key gives it back once. */
export function giveStoreRefund(store: string, id: string, key: string, body: RefundRequest) {
  return answer(
    api.POST('/api/store/{id}/fulfilment/{fid}/refunds', {
      params: { path: { id: store, fid: id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
}

/** Asks the bank again for a refund that it refused. */
export function retryStoreRefund(store: string, id: string, refund: string) {
  return answer(
    api.POST('/api/store/{id}/fulfilment/{fid}/refunds/{refund}/retry', {
      params: { path: { id: store, fid: id, refund } },
    }),
  )
}

/** The file with what the desk shows. */
export function exportOrders(store: string, query: DeskQuery): Promise<string> {
  return answer(
    api.POST('/api/store/{id}/export/orders', {
      params: { path: { id: store }, query: deskFilter(query) },
    }),
  )
}
