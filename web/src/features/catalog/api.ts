import type { components } from '../../generated/api'
import { api, listAnswer } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'

/** A product as the wire carries it. */
export type Product = components['schemas']['Product']

/** How many products the shelf on Home holds. */
const SHELF = 24

/** The products of Home's first shelf. */
export const shelfQuery = () =>
  servedQuery(`/api/product/all?limit=${SHELF}`, (signal) =>
    listAnswer(api.GET('/api/product/all', { params: { query: { limit: SHELF } }, signal })),
  )

/** The discounted products of Home, the highest discounts first. */
export const discountShelfQuery = () =>
  servedQuery('/api/product/discounted-products-home', (signal) =>
    listAnswer(api.GET('/api/product/discounted-products-home', { signal })),
  )
