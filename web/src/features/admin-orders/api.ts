import type { OrderStatus } from '../../domain/order/order-status'
import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'
import type { OrdersQuery } from './orders-query'

/** An order with its customer and the moves it may make. */
export type AdminOrder = components['schemas']['AdminOrder']

/** Orders on one page of the list. */
export const ADMIN_ORDERS_PAGE = 25

/** How often the orders are fetched again while they are on screen. */
const REFETCH_MS = 5000

/** Keys of everything that is cached about orders for admins. */
export const adminOrderKeys = {
  all: ['admin-orders'] as const,
  list: (query: Omit<OrdersQuery, 'order'>) => ['admin-orders', 'list', query] as const,
  one: (number: string) => ['admin-orders', 'one', number] as const,
}

/** The orders that admins see, newest first. A hidden tab does not fetch. */
export const adminOrdersQuery = ({ status, q, from, to, page }: OrdersQuery) =>
  queryOptions({
    queryKey: adminOrderKeys.list({ status, q, from, to, page }),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/orders', {
          params: {
            query: {
              page,
              limit: ADMIN_ORDERS_PAGE,
              ...(status === '' ? {} : { status }),
              ...(q === '' ? {} : { q }),
              ...(from === '' ? {} : { from }),
              ...(to === '' ? {} : { to }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    meta: { personal: true },
  })

/** One order with its customer. */
export const adminOrderQuery = (number: string) =>
  queryOptions({
    queryKey: adminOrderKeys.one(number),
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/admin/order/{orderNb}', { params: { path: { orderNb: number } }, signal }),
        )
      ).order,
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    meta: { personal: true },
  })

/** Moves an order on. */
export async function changeOrderStatus(
  number: string,
  status: OrderStatus,
  note: string,
): Promise<AdminOrder> {
  return (
    await answer(
      api.PUT('/api/admin/order/{orderNb}/status', {
        params: { path: { orderNb: number } },
        body: { status, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      }),
    )
  ).order
}

/** Records that the customer confirmed the order on the phone. */
export async function recordOrderCall(number: string): Promise<AdminOrder> {
  return (
    await answer(
      api.POST('/api/admin/order/{orderNb}/called', { params: { path: { orderNb: number } } }),
    )
  ).order
}
