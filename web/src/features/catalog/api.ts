import shop from '../../../../contract/shop.json'
import type { Category } from '../../domain/product/product'
import type { components } from '../../generated/api'
import { api, listAnswer } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'
import { type ListQuery, listCall } from './list-query'

/** What a list can be narrowed by, over all of its pages. */
export type Facets = components['schemas']['Facets']

/** How many products the first list on Home holds. */
const HOME_PRODUCTS = 24

/** The products of Home's first list. */
export const homeProductsQuery = () =>
  servedQuery(`/api/product/all?limit=${HOME_PRODUCTS}`, (signal) =>
    listAnswer(
      api.GET('/api/product/all', { params: { query: { limit: HOME_PRODUCTS } }, signal }),
    ),
  )

/** The discounted products of Home, the highest discounts first. */
export const homeDiscountsQuery = () =>
  servedQuery('/api/product/discounted-products-home', (signal) =>
    listAnswer(api.GET('/api/product/discounted-products-home', { signal })),
  )

/** One page of a category. */
export const categoryQuery = (category: Category, list: ListQuery) =>
  servedQuery(listCall(`/api/product/category/${category}`, list), (signal) =>
    listAnswer(
      api.GET('/api/product/category/{category}', {
        params: { path: { category }, query: sorted(list) },
        signal,
      }),
    ),
  )

/** One page of a brand. */
export const brandQuery = (brand: string, list: ListQuery) =>
  servedQuery(listCall(`/api/brand/${encodeURIComponent(brand)}`, list), (signal) =>
    listAnswer(
      api.GET('/api/brand/{brand}', { params: { path: { brand }, query: sorted(list) }, signal }),
    ),
  )

/** One page of everything that is discounted. */
export const discountsQuery = (list: ListQuery) =>
  servedQuery(listCall('/api/product/discounted-products-page', list), (signal) =>
    listAnswer(
      api.GET('/api/product/discounted-products-page', { params: { query: sorted(list) }, signal }),
    ),
  )

/** One page of what a search finds. */
export const searchQuery = (name: string, list: ListQuery) =>
  servedQuery(listCall(`/api/search?name=${encodeURIComponent(name)}`, list), (signal) =>
    listAnswer(
      api.GET('/api/search', {
        params: { query: { name, ...narrowed(list), sort: list.sort ?? undefined } },
        signal,
      }),
    ),
  )

/** Which products the facets are asked of. */
export type FacetScope =
  | { category: Category }
  | { brand: string }
  | { discounted: true }
  | { name: string }

/** What can be chosen from in the filters of a list. */
export const facetsQuery = (scope: FacetScope) => {
  const [[name, value] = ['', '']] = Object.entries(scope)
  return servedQuery(`/api/product/facets?${name}=${encodeURIComponent(String(value))}`, (signal) =>
    listAnswer(api.GET('/api/product/facets', { params: { query: scope }, signal })),
  )
}

/** One product. */
export const productQuery = (id: string) =>
  servedQuery(`/api/product/${encodeURIComponent(id)}`, (signal) =>
    listAnswer(api.GET('/api/product/{id}', { params: { path: { id } }, signal })),
  )

function sorted(list: ListQuery) {
  // An address of an ordinary list never carries `relevance`.
  const sort = list.sort === null || list.sort === 'relevance' ? undefined : list.sort
  return { ...narrowed(list), sort }
}

function narrowed(list: ListQuery) {
  return {
    page: list.page,
    limit: shop.lists.page_size,
    brands: list.brands.length === 0 ? undefined : list.brands.join(','),
    min_price: list.minPrice ?? undefined,
    max_price: list.maxPrice ?? undefined,
  }
}
