import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'

/** Where a store stands, in the order in which the list offers it. */
export const storeStates = ['pending', 'approved', 'rejected', 'suspended'] as const

/** What the list of stores shows, as its address says it. */
export interface StoresQuery {
  /** Empty for all. */
  status: (typeof storeStates)[number] | ''
  q: string
  page: number
}

/** Reads the address of the list; what makes no sense is left out. */
export function readStoresQuery(search: string): StoresQuery {
  const values = readQuery(search)
  return {
    status: storeStates.find((state) => state === values.get('status')) ?? '',
    q: (values.get('q') ?? '').trim().slice(0, 100),
    page: readPage(values),
  }
}

/** The address of the list in that state. */
export function storesAddress({ status, q, page }: StoresQuery): string {
  return `/admin/stores${writeQuery([
    ['status', status],
    ['q', q],
    ['page', pageText(page)],
  ])}`
}

/** The address of one store. */
export function adminStoreAddress(id: string): string {
  return `/admin/stores/${encodeURIComponent(id)}`
}
