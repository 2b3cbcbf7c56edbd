import type { components } from '../../generated/api'
import { answer, api, listAnswer } from '../../lib/api'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

/** Somebody with an account, and what their orders come to. */
export type CustomerRow = components['schemas']['CustomerRow']

/** Customers on one page of the list, and orders on one page of a customer. */
export const CUSTOMERS_PAGE = 25

const personal = { personal: true } as const

/** What the list of customers shows, as its address says it. */
export interface CustomersQuery {
  q: string
  page: number
}

/** Reads the address of the list, or the page of a customer's orders. */
export function readCustomersQuery(search: string): CustomersQuery {
  const values = readQuery(search)
  return {
    q: (values.get('q') ?? '').trim().slice(0, 100),
    page: readPage(values),
  }
}

/** The address of the list in that state. */
export function customersAddress({ q, page }: CustomersQuery): string {
  return `/admin/customers${writeQuery([
    ['q', q],
    ['page', pageText(page)],
  ])}`
}

/** The address of one customer, at a page of their orders. */
export function customerAddress(id: string, page = 1): string {
  return `/admin/customers/${encodeURIComponent(id)}${writeQuery([['page', pageText(page)]])}`
}

/** People with an account, newest first. */
export const customersQuery = ({ q, page }: CustomersQuery) =>
  queryOptions({
    queryKey: ['admin', 'customers', { q, page }] as const,
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/customers', {
          params: { query: { page, limit: CUSTOMERS_PAGE, ...(q === '' ? {} : { q }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })

/** One customer with what is known from their orders. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'customer', id] as const,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/admin/customer/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    retry: false,
    meta: personal,
  })

/** The orders of a customer, newest first. */
export const customerOrdersQuery = (customer: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'customer', customer, 'orders', page] as const,
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/orders', {
          params: { query: { customer, page, limit: CUSTOMERS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: personal,
  })
