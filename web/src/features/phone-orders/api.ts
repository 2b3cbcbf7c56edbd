import type { Product } from '../../domain/product/product'
import { HOUSE } from '../../domain/store/house'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

/** What a desk knows of a phone number. */
export type CallerAnswer = components['schemas']['CallerAnswer']
/** An order for somebody who calls. */
export type PhoneOrder = components['schemas']['PhoneOrder']
/** The order that was placed. */
export type PhoneOrderPlaced = components['schemas']['PhoneOrderPlaced']

/** How many products a search shows. */
const SHOWN = 6
/** How many are looked at where the answer holds other stores' products, too. */
const LOOKED_AT = 48

/** What the desk knows of a number from its own orders. */
export async function findCaller(store: string, phone: string): Promise<CallerAnswer> {
  return answer(
    api.GET('/api/store/{id}/caller', { params: { path: { id: store }, query: { phone } } }),
  )
}

/** The products that a desk can sell, by a part of their name or code. */
export const sellableQuery = (store: string, name: string) =>
  queryOptions({
    queryKey: ['sellable', store, name] as const,
    queryFn: ({ signal }) => sellable(store, name, signal),
    placeholderData: keepPreviousData,
    enabled: name.trim() !== '',
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

async function sellable(store: string, name: string, signal: AbortSignal): Promise<Product[]> {
  if (store === HOUSE) return search(name, SHOWN, signal)
  try {
    const own = await answer(
      api.GET('/api/store/{id}/catalogue', {
        params: { path: { id: store }, query: { q: name, limit: LOOKED_AT } },
        signal,
      }),
    )
    return own
      .filter(({ status, withdrawn }) => status === 'approved' && withdrawn !== true)
      .map(({ product }) => product)
      .slice(0, SHOWN)
  } catch (failure) {
    // The house's people may take orders here without editing the store's products.
    if (!(failure instanceof ApiError) || failure.status !== 403) throw failure
    const found = await search(name, LOOKED_AT, signal)
    return found.filter((product) => product.store === store).slice(0, SHOWN)
  }
}

async function search(name: string, limit: number, signal: AbortSignal): Promise<Product[]> {
  return answer(api.GET('/api/search', { params: { query: { name, limit } }, signal }))
}

/** A product as it is now; undefined when it is sold no more. */
export async function currentProduct(id: string): Promise<Product | undefined> {
  try {
    return (await answer(api.GET('/api/product/{id}', { params: { path: { id } } }))).product
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined
    throw failure
  }
}

/** The rate that an order would freeze. */
export const phoneRateQuery = () =>
  queryOptions({
    queryKey: ['phone-order', 'rate'] as const,
    queryFn: ({ signal }) => answer(api.GET('/api/rate', { signal })),
    staleTime: 0,
  })

/** Places an order for who calls; the same key twice places one. */
export async function takeOrder(
  store: string,
  order: PhoneOrder,
  key: string,
): Promise<PhoneOrderPlaced> {
  return answer(
    api.POST('/api/store/{id}/phone-orders', {
      params: { path: { id: store }, header: { 'Idempotency-Key': key } },
      body: order,
    }),
  )
}
