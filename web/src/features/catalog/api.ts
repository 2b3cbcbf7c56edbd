import shop from '../../../../contract/shop.json'
import type { Category, Product } from '../../domain/product/product'
import type { components } from '../../generated/api'
import { answer, api, listAnswer, searchAnswer } from '../../lib/api'
import { type Answer, type ConcernText, servedQuery } from '../../lib/page-data'
import { type ListQuery, listCall } from './list-query'

/** What a list can be narrowed by, over all of its pages. */
export type Facets = components['schemas']['Facets']

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

/** One page of what serves a concern, with what the concern is called. */
export const concernQuery = (key: string, list: ListQuery) =>
  servedQuery(
    listCall(`/api/concern/${encodeURIComponent(key)}`, list),
    async (signal): Promise<Answer<readonly Product[]>> => {
      const [found, concern] = await Promise.all([
        listAnswer(
          api.GET('/api/concern/{key}', { params: { path: { key }, query: sorted(list) }, signal }),
        ),
        concernText(key, signal),
      ])
      return { ...found, concern }
    },
  )

/** One page of everything that is discounted. */
export const discountsQuery = (list: ListQuery) =>
  servedQuery(listCall('/api/product/discounted-products-page', list), (signal) =>
    listAnswer(
      api.GET('/api/product/discounted-products-page', { params: { query: sorted(list) }, signal }),
    ),
  )

/** One page of what a search finds, and how honestly it answers what was searched for. */
export const searchQuery = (name: string, list: ListQuery) =>
  servedQuery(
    listCall(`/api/search?name=${encodeURIComponent(name)}`, list),
    async (signal): Promise<Answer<readonly Product[]>> => {
      const found = await searchAnswer(
        api.GET('/api/search', {
          params: { query: { name, ...narrowed(list), sort: list.sort ?? undefined } },
          signal,
        }),
      )
      // Shown together with the products: advice that comes later would move them.
      const concern = found.concern === null ? null : await concernText(found.concern, signal)
      const notSold = found.notSold === null ? null : await concernText(found.notSold, signal)
      return {
        ...found.answer,
        ...(concern !== null && { concern }),
        ...(notSold !== null && { notSold }),
      }
    },
  )

/** What a concern is called; without its texts when they do not arrive, which must not hide the list. */
async function concernText(key: string, signal: AbortSignal): Promise<ConcernText> {
  const texts = await answer(
    api.GET('/api/concerns', { params: { query: { keys: key } }, signal }),
  ).catch(() => [])
  return texts[0] ?? { key, label: { english: '', arabic: '' } }
}

/** Which products the facets are asked of. */
type FacetScope =
  | { category: Category }
  | { brand: string }
  | { concern: string }
  | { discounted: true }
  | { name: string }

/** What can be chosen from in the filters of a list. */
export const facetsQuery = (scope: FacetScope) => {
  const [[name, value] = ['', '']] = Object.entries(scope)
  return servedQuery(`/api/product/facets?${name}=${encodeURIComponent(String(value))}`, (signal) =>
    listAnswer(api.GET('/api/product/facets', { params: { query: scope }, signal })),
  )
}

/** One product. Its owner sees it before it is approved, so the answer depends on who asks. */
export const productQuery = (id: string) => ({
  ...servedQuery(`/api/product/${encodeURIComponent(id)}`, (signal) =>
    listAnswer(api.GET('/api/product/{id}', { params: { path: { id } }, signal })),
  ),
  meta: { personal: true },
})

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
    concern: list.concern === '' ? undefined : list.concern,
    form: list.form === '' ? undefined : list.form,
    suits: list.suits === '' ? undefined : list.suits,
    in_stock: list.inStock ? ('1' as const) : undefined,
  }
}
