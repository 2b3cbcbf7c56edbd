import shop from '../../../../contract/shop.json'
import type { components } from '../../generated/api'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'

/** The order of a list. */
export type Sort = components['schemas']['SearchSort']

/** An order to choose; `default` is a list's own: what can be bought first, then the newest. */
export type SortChoice = Sort | 'default'

/** What an address says about a list: which page of it, narrowed and sorted how. */
export interface ListQuery {
  /** From 1. */
  page: number
  /** Keys; none means all. */
  brands: readonly string[]
  /** Dollars, null where the range is open. */
  minPrice: number | null
  maxPrice: number | null
  /** Null means the list's own order. */
  sort: Sort | null
  /** Keys; empty means all. */
  concern: string
  form: string
  suits: Suits | ''
  /** Only what can be bought now. */
  inStock: boolean
}

/** Whom a product is meant for. */
export type Suits = components['schemas']['Suits']

const CHOSEN_SORTS = ['newest', 'price_asc', 'price_desc', 'discount', 'name'] as const

/** The orders of an ordinary list; the first is the one it has by itself. */
export const LIST_SORTS: readonly SortChoice[] = ['default', ...CHOSEN_SORTS]

/** The orders of search results; the first is the one they have by themselves. */
export const SEARCH_SORTS: readonly SortChoice[] = ['relevance', ...CHOSEN_SORTS]

const SUITS: readonly Suits[] = ['infant', 'child', 'adult', 'pregnancy']
const KEY = /^[a-z][a-z0-9_]{0,49}$/
const DOLLARS = /^\d{1,6}(\.\d{1,2})?$/

/** Reads the state of a list from an address. Nonsense counts as nothing said. */
export function readList(search: string, sorts: readonly SortChoice[] = LIST_SORTS): ListQuery {
  const query = readQuery(search)
  const [minPrice, maxPrice] = readRange(query.get('min_price'), query.get('max_price'))
  return {
    page: readPage(query),
    brands: readBrands(query.get('brands') ?? ''),
    minPrice,
    maxPrice,
    sort: asSort(sorts, query.get('sort') ?? ''),
    concern: readKey(query.get('concern')),
    form: shop.dosage_forms.find((form) => form === query.get('form')) ?? '',
    suits: asSuits(query.get('suits')),
    inStock: query.get('in_stock') === '1',
  }
}

/** The order that a key names; a list's own is not named. */
export function asSort(sorts: readonly SortChoice[], key: string): Sort | null {
  const chosen = sorts.slice(1).find((sort) => sort === key)
  return chosen === undefined || chosen === 'default' ? null : chosen
}

/** The people that a key names; anything else names nobody. */
export function asSuits(key = ''): Suits | '' {
  return SUITS.find((suits) => suits === key) ?? ''
}

function readKey(text = ''): string {
  return KEY.test(text) ? text : ''
}

function readBrands(text: string): string[] {
  return [...new Set(text.split(',').map((brand) => brand.trim()))].filter((brand) => brand !== '')
}

function readRange(low = '', high = ''): [number | null, number | null] {
  const min = DOLLARS.test(low) ? Number(low) : null
  const max = DOLLARS.test(high) ? Number(high) : null
  return min !== null && max !== null && min > max ? [null, null] : [min, max]
}

/** The address that says this about a list; `before` is what else it says, such as the search. */
export function listAddress(
  path: string,
  list: ListQuery,
  before: readonly (readonly [string, string])[] = [],
): string {
  return path + writeQuery([...before, ['page', pageText(list.page)], ...narrowed(list)])
}

/** The call for a list, spelt exactly as the server spells it in the data of a page. */
export function listCall(path: string, list: ListQuery): string {
  const fixed = `page=${list.page}&limit=${shop.lists.page_size}`
  const rest = narrowed(list)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
  return `${path}${path.includes('?') ? '&' : '?'}${fixed}${rest.join('')}`
}

function narrowed(list: ListQuery): [string, string][] {
  return [
    ['brands', list.brands.join(',')],
    ['min_price', list.minPrice === null ? '' : String(list.minPrice)],
    ['max_price', list.maxPrice === null ? '' : String(list.maxPrice)],
    ['sort', list.sort ?? ''],
    ['concern', list.concern],
    ['form', list.form],
    ['suits', list.suits],
    ['in_stock', list.inStock ? '1' : ''],
  ]
}

/** The list narrowed or sorted otherwise, from its first page. */
export function changed(list: ListQuery, change: Partial<Omit<ListQuery, 'page'>>): ListQuery {
  return { ...list, ...change, page: 1 }
}

/** The list with a brand ticked or unticked. */
export function toggleBrand(list: ListQuery, brand: string): ListQuery {
  const brands = list.brands.includes(brand)
    ? list.brands.filter((other) => other !== brand)
    : [...list.brands, brand]
  return changed(list, { brands })
}

/** The list without anything that narrows it; its order stays. */
export function cleared(list: ListQuery): ListQuery {
  return changed(list, {
    brands: [],
    minPrice: null,
    maxPrice: null,
    concern: '',
    form: '',
    suits: '',
    inStock: false,
  })
}

/** How many filters are on; a price range is one. */
export function filterCount(list: ListQuery): number {
  const others = [
    list.minPrice !== null || list.maxPrice !== null,
    list.concern !== '',
    list.form !== '',
    list.suits !== '',
    list.inStock,
  ]
  return list.brands.length + others.filter(Boolean).length
}

/** How many pages a number of products fills. */
export function pageCount(total: number): number {
  return Math.ceil(total / shop.lists.page_size)
}
