import { answer, api, listAnswer } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'
import type { StoresQuery } from './stores-query'

/** Stores on one page of the list. */
export const STORES_PAGE = 25

/** How many of its latest orders a store's page shows. */
export const LATEST_ORDERS = 5

const personal = { personal: true } as const

/** The stores, newest first. */
export const adminStoresQuery = ({ status, q, page }: StoresQuery) =>
  queryOptions({
    queryKey: ['admin', 'stores', { status, q, page }] as const,
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/stores', {
          params: {
            query: {
              page,
              limit: STORES_PAGE,
              ...(status === '' ? {} : { status }),
              ...(q === '' ? {} : { q }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** One store with its owner and counts. */
export const adminStoreQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'store', id] as const,
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/store/{id}', { params: { path: { id } }, signal }))).store,
    staleTime: 0,
    retry: false,
    meta: personal,
  })

/** The latest orders of a store, whatever their status. */
export const latestOrdersQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'store', id, 'orders'] as const,
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/store/{id}/orders', {
            params: { path: { id }, query: { limit: LATEST_ORDERS } },
            signal,
          }),
        )
      ).orders,
    staleTime: 0,
    retry: false,
    meta: personal,
  })
