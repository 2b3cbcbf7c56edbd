import { api, listAnswer } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'

/** How many products the first list on Home holds. */
const HOME_PRODUCTS = 12

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
