import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'
import { aProduct } from './shop-server'

type Schemas = components['schemas']

/** A product as admins see it; what a test cares about is given. */
export function aManaged(
  some: Partial<Schemas['Product']> = {},
  rest: Partial<Schemas['ManagedProduct']> = {},
): Schemas['ManagedProduct'] {
  return {
    product: aProduct(some),
    status: 'approved',
    version: 1,
    submitted_by: '',
    updated_at: '2026-11-01T10:00:00Z',
    ...rest,
  }
}

/** What waits for a decision. */
export function pendingHandler(
  products: Schemas['ManagedProduct'][] = [],
  stores: Schemas['ManagedStore'][] = [],
) {
  return http.get('*/api/admin/pending', () =>
    HttpResponse.json({
      success: true,
      products,
      stores,
      product_count: products.length,
      store_count: stores.length,
    }),
  )
}

/** A page of the product table. */
export function productTableHandler(
  rows: () => Schemas['ManagedProduct'][],
  asked: (query: string) => void = () => {},
) {
  return http.get('*/api/admin/products', ({ request }) => {
    asked(new URL(request.url).search)
    return HttpResponse.json(rows(), { headers: { 'X-Total-Count': String(rows().length) } })
  })
}
