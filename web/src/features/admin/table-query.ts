import shop from '../../../../contract/shop.json'
import type { components } from '../../generated/api'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'

type Schemas = components['schemas']

/** What the product table shows, as its address says it; empty means all. */
export interface TableQuery {
  q: string
  category: Schemas['Category'] | ''
  brand: string
  status: Schemas['Approval'] | ''
  stock: 'low' | 'out' | ''
  discounted: boolean
  withoutConcern: boolean
  sort: Schemas['ProductSort'] | ''
  page: number
}

/** The table before anything was asked of it. */
export const wholeTable: TableQuery = {
  q: '',
  category: '',
  brand: '',
  status: '',
  stock: '',
  discounted: false,
  withoutConcern: false,
  sort: '',
  page: 1,
}

/** The states a product can be in. */
export const approvals = ['pending', 'approved', 'rejected'] as const

/** The orders of the table; the first is the one it has by itself. */
export const sorts = ['newest', 'price_asc', 'price_desc', 'discount', 'name'] as const

const one = <T extends string>(list: readonly T[], word: string | undefined): T | '' =>
  list.find((item) => item === word) ?? ''

/** Reads the table's address; what makes no sense is left out. */
export function readTable(search: string): TableQuery {
  const values = readQuery(search)
  return {
    q: (values.get('q') ?? '').trim().slice(0, shop.search.query_max),
    category: one(shop.categories as Schemas['Category'][], values.get('category')),
    brand: values.get('brand') ?? '',
    status: one(approvals, values.get('status')),
    stock: one(['low', 'out'] as const, values.get('stock')),
    discounted: values.get('discounted') === 'true',
    withoutConcern: values.get('without_concern') === 'true',
    sort: one(sorts, values.get('sort')),
    page: readPage(values),
  }
}

/** The address of the table in that state. */
export function tableAddress(table: Partial<TableQuery>): string {
  const { q, category, brand, status, stock, discounted, withoutConcern, sort, page } = {
    ...wholeTable,
    ...table,
  }
  return `/admin/products${writeQuery([
    ['q', q],
    ['category', category],
    ['brand', brand],
    ['status', status],
    ['stock', stock],
    ['discounted', discounted ? 'true' : ''],
    ['without_concern', withoutConcern ? 'true' : ''],
    ['sort', sort],
    ['page', pageText(page)],
  ])}`
}

/** How many filters beside the search narrow the table. */
export function chosenFilters(table: TableQuery): number {
  const { category, brand, status, stock, discounted, withoutConcern } = table
  return [category, brand, status, stock, discounted, withoutConcern].filter(Boolean).length
}

/** Whether anything narrows the table. */
export function isNarrowed(table: TableQuery): boolean {
  return table.q !== '' || chosenFilters(table) > 0
}
