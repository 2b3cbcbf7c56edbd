import type { ManagedProduct } from '../../domain/product-table/row-edit'
import type { RowPatch } from '../../domain/product-table/use-product-row'
import { answer, api, listAnswer } from '../../lib/api'
import type { Answer } from '../../lib/page-data'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import type { QueryClient } from '../../lib/query/query-client'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

/** Products on one page of a store's own list. */
export const STORE_PRODUCTS_PAGE = 25

/** What a store's list can be narrowed down to. */
export const shows = ['low', 'out', 'off', 'waiting', 'rejected'] as const

/** What a store's own list shows, as its address says it. */
export interface CatalogueQuery {
  q: string
  show: (typeof shows)[number] | ''
  page: number
}

/** Reads the address of the list; what makes no sense is left out. */
export function readCatalogue(search: string): CatalogueQuery {
  const values = readQuery(search)
  return {
    q: (values.get('q') ?? '').trim().slice(0, 100),
    show: shows.find((show) => show === values.get('show')) ?? '',
    page: readPage(values),
  }
}

/** The address of a store's own list in that state. */
export function catalogueAddress(store: string, { q, show, page }: CatalogueQuery): string {
  return `/store/${encodeURIComponent(store)}/products${writeQuery([
    ['q', q],
    ['show', show],
    ['page', pageText(page)],
  ])}`
}

const LISTS = 'store-catalogue'

/** One page of a store's own list. */
export const catalogueQuery = (store: string, query: CatalogueQuery) =>
  queryOptions({
    queryKey: [LISTS, store, query] as const,
    queryFn: ({ signal }) => {
      const { q, show, page } = query
      return listAnswer(
        api.GET('/api/store/{id}/catalogue', {
          params: {
            path: { id: store },
            query: {
              page,
              limit: STORE_PRODUCTS_PAGE,
              ...(q === '' ? {} : { q }),
              ...(show === '' ? {} : { show }),
            },
          },
          signal,
        }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  })

/** Changes what is live at once; refused when the product changed since that version. */
export async function patchStoreProduct(
  id: string,
  version: number,
  patch: RowPatch & { off_sale?: boolean },
): Promise<ManagedProduct> {
  const saved = await answer(
    api.PATCH('/api/product/{id}', { params: { path: { id } }, body: { version, ...patch } }),
  )
  return saved.product
}

/** Shows a product as it is now in every page of the list; what waits on it has not changed. */
export function cacheStoreProduct(client: QueryClient, managed: ManagedProduct): void {
  client.setQueriesData<Answer<ManagedProduct[]>>({ queryKey: [LISTS] }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          body: list.body.map((row) => (row.product.id === managed.product.id ? managed : row)),
        },
  )
}
