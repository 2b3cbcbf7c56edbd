import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import type { DeskQuery } from './desk-query'

/** An order with its customer and the moves it may make. */
export type DeskOrder = components['schemas']['AdminOrder']

/** How far an order has come. */
export type OrderStatus = components['schemas']['OrderStatus']

/** Orders on one page of the desk. */
export const DESK_PAGE = 25

/** How often the desk looks for news while it is on screen. */
const LOOK_EVERY_MS = 5000

/** Keys of everything that is cached for the desk. */
export const deskKeys = {
  all: ['order-desk'] as const,
  list: (query: Omit<DeskQuery, 'order'>) => ['order-desk', 'list', query] as const,
  one: (number: string) => ['order-desk', 'one', number] as const,
}

/** The orders that the desk shows, newest first. A hidden tab does not ask. */
export const deskQuery = ({ status, q, from, to, page }: DeskQuery) =>
  queryOptions({
    queryKey: deskKeys.list({ status, q, from, to, page }),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/orders', {
          params: {
            query: {
              page,
              limit: DESK_PAGE,
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
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
    meta: { personal: true },
  })

/** One order with its customer. */
export const deskOrderQuery = (number: string) =>
  queryOptions({
    queryKey: deskKeys.one(number),
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/admin/order/{orderNb}', { params: { path: { orderNb: number } }, signal }),
        )
      ).order,
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
    meta: { personal: true },
  })

/** Moves an order on. */
export async function moveOrder(
  number: string,
  status: OrderStatus,
  note: string,
): Promise<DeskOrder> {
  return (
    await answer(
      api.PUT('/api/admin/order/{orderNb}/status', {
        params: { path: { orderNb: number } },
        body: { status, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      }),
    )
  ).order
}
