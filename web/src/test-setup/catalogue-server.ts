import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'
import { aProduct } from './shop-server'

type Product = components['schemas']['Product']
type Facets = components['schemas']['Facets']

/** Products of one kind, numbered from 1: 'Product 1', 'Product 2' … */
export function products(count: number, some: Partial<Product> = {}, kind = 'Product'): Product[] {
  return Array.from({ length: count }, (_, place) =>
    aProduct({ id: `${kind}-${place + 1}`, english_name: `${kind} ${place + 1}`, ...some }),
  )
}

/** A list call that pages and narrows as the server does; `asked` hears each query. */
export function listHandler(
  path: string,
  all: readonly Product[],
  asked: (query: Record<string, string>) => void = () => {},
  headers: Record<string, string> = {},
) {
  return http.get(`*${path}`, ({ request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    asked(query)
    const brands = query['brands']?.split(',')
    const found = all.filter(
      (product) =>
        (brands === undefined || brands.includes(product.brand)) &&
        product.discounted_price >= Number(query['min_price'] ?? 0) &&
        product.discounted_price <= Number(query['max_price'] ?? Infinity),
    )
    const page = Number(query['page'] ?? 1)
    return HttpResponse.json(found.slice((page - 1) * 12, page * 12), {
      headers: {
        'X-Total-Count': String(found.length),
        'X-Max-Price': String(highest(all)),
        ...headers,
      },
    })
  })
}

/** The facets of a list. */
export function facetsHandler(all: readonly Product[]) {
  const counts = new Map<string, number>()
  for (const { brand } of all) counts.set(brand, (counts.get(brand) ?? 0) + 1)
  const body: Facets = {
    total: all.length,
    max_price: highest(all),
    brands: [...counts].map(([brand, count]) => ({ brand, count })),
    categories: [],
    concerns: [],
    forms: [],
    suits: [],
    in_stock: 0,
  }
  return http.get('*/api/product/facets', () => HttpResponse.json(body))
}

/** A call that fails, once. */
export function failingOnce(path: string) {
  return http.get(
    `*${path}`,
    () => HttpResponse.json({ success: false, code: 'internal' }, { status: 500 }),
    { once: true },
  )
}

/** A call for something that does not exist. */
export function missingHandler(path: string, code: string) {
  return http.get(`*${path}`, () => HttpResponse.json({ success: false, code }, { status: 404 }))
}

function highest(all: readonly Product[]): number {
  return Math.max(0, ...all.map((product) => product.discounted_price))
}
