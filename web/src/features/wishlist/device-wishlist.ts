import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'
import { wishlistKeys } from './api'

/** The products of a visitor's wishlist; those that are no longer sold are left out. */
export const deviceWishlistQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...wishlistKeys.device, 'products', ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return []
      const cart = ids.map((productId) => ({ productId, quantity: 1 }))
      const filled = await answer(api.POST('/api/product/details', { body: { cart }, signal }))
      return filled.populatedCart.map((line) => line.product)
    },
    // A shorter list is shown from the longer one until it is here.
    placeholderData: (before) => before,
    meta: { personal: true },
  })
