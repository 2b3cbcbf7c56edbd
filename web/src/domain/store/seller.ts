import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** Who sells a product; asked for once, however many products of a store are shown. */
export const sellerQuery = (id: string) =>
  queryOptions({
    queryKey: ['seller', id] as const,
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/store/{id}', { params: { path: { id } }, signal }))).store,
    staleTime: 5 * 60_000,
    retry: false,
  })
