import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

/** An order, as it was placed and how far it has come. */
export type Order = components['schemas']['Order']

/** The cart after an order's products went into it, and what could not. */
export type Reordered = components['schemas']['Reordered']

/** Orders on one page of the history. */
export const HISTORY_PAGE = 20

/** Keys of everything that is cached about one's orders. */
export const orderKeys = {
  all: ['orders'] as const,
  page: (page: number) => ['orders', 'page', page] as const,
  one: (number: string) => ['orders', 'one', number] as const,
}

/** One page of the person's orders, newest first. */
export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: orderKeys.page(page),
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/user/order-history', {
          params: { query: { page, limit: HISTORY_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  })

/** One order. Of what does not exist or belongs to someone else the server says the same. */
export const orderQuery = (number: string) =>
  queryOptions({
    queryKey: orderKeys.one(number),
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/order/{orderNb}', { params: { path: { orderNb: number } }, signal }),
        )
      ).order,
    staleTime: 0,
    meta: { personal: true },
  })

/** Whether a failure says that there is no such order. */
export function isOrderMissing(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
}

/** Calls an order off. */
export async function cancelOrder(number: string): Promise<Order> {
  return (
    await answer(api.POST('/api/order/{orderNb}/cancel', { params: { path: { orderNb: number } } }))
  ).order
}

/** Puts an order's products into the cart, as many as may be. */
export function orderAgain(number: string): Promise<Reordered> {
  return answer(api.POST('/api/order/{orderNb}/again', { params: { path: { orderNb: number } } }))
}

/** What the link of a mail asks about a reduced order. */
export type OrderQuestion = components['schemas']['OrderQuestion']

/** Answers whether what is left of a part of an order is welcome. */
export async function answerOrder(number: string, part: string, agree: boolean): Promise<Order> {
  return (
    await answer(
      api.POST('/api/order/{orderNb}/answer', {
        params: { path: { orderNb: number } },
        body: { fulfilment: part, agree },
      }),
    )
  ).order
}

/** What a mailed link asks. */
export const questionQuery = (part: string, token: string) =>
  queryOptions({
    queryKey: ['order-question', part, token] as const,
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/order-answer/{fid}/{token}', {
          params: { path: { fid: part, token } },
          signal,
        }),
      ),
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** Answers by a mailed link. */
export function answerByLink(part: string, token: string, agree: boolean): Promise<OrderQuestion> {
  return answer(
    api.POST('/api/order-answer/{fid}/{token}', {
      params: { path: { fid: part, token } },
      body: { agree },
    }),
  )
}
