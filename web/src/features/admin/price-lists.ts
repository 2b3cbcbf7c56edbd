import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'
import { upload } from '../../lib/upload'

type Schemas = components['schemas']

/** An official price list and what became of it. */
export type PriceList = Schemas['PriceList']
/** One row of a list with the product that it concerns. */
export type PriceListRow = Schemas['PriceListRow']
/** The headings of a file. */
export type PriceListColumns = Schemas['PriceListColumns']
/** What is shown about rows. */
export type PriceListKind = PriceListRow['kind']

/** The kinds of rows in the order in which they are shown. */
export const priceListKinds: readonly PriceListKind[] = [
  'changed',
  'problem',
  'unmatched',
  'missing',
]

/** The fields that a column can hold. */
export const priceListFields = ['registration', 'barcode', 'price', 'date', 'name'] as const

/** What somebody says about a file. */
export interface PriceListDraft {
  columns: Record<(typeof priceListFields)[number], string>
  source: string
  validFrom: string
}

/** Key of everything that is cached about price lists. */
export const priceListsKey = ['price-lists'] as const

const isUnderWay = (list: PriceList) => list.state === 'scheduled'
const meta = { personal: true }

/** The latest lists; while one waits for its moment they are fetched again. */
export const priceListsQuery = () =>
  queryOptions({
    queryKey: [...priceListsKey, 'all'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/price-lists', { signal }))).lists,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? 2000 : false),
    staleTime: 0,
    meta,
  })

/** A list with one page of its rows. */
export const priceListQuery = (id: string, kind: PriceListKind, page: number) =>
  queryOptions({
    queryKey: [...priceListsKey, id, kind, page],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/admin/price-lists/{id}', {
          params: { path: { id }, query: { kind, page } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data.list) ? 1500 : false,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta,
  })

/** Reads the headings of a file; nothing is stored. */
export function readColumns(file: File): Promise<PriceListColumns> {
  const form = new FormData()
  form.append('file', file)
  return upload<PriceListColumns>('/api/admin/price-lists/columns', form)
}

/** Compares a file with the catalogue. */
export async function comparePriceList(file: File, draft: PriceListDraft): Promise<PriceList> {
  const form = new FormData()
  for (const field of priceListFields) form.append(field, draft.columns[field])
  form.append('source', draft.source)
  form.append('valid_from', draft.validFrom)
  form.append('file', file)
  return (await upload<Schemas['PriceListSaved']>('/api/admin/price-lists', form)).list
}

/** Applies a list, now or at a moment. */
export function applyPriceList(id: string, body: Schemas['PriceListApproval']) {
  return answer(api.POST('/api/admin/price-lists/{id}/apply', { params: { path: { id } }, body }))
}

/** Drops a list of which nothing was applied yet. */
export function cancelPriceList(id: string) {
  return answer(api.DELETE('/api/admin/price-lists/{id}', { params: { path: { id } } }))
}
