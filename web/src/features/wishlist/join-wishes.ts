import { answer, api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import type { QueryClient } from '../../lib/query/query-client'
import { changeDeviceWishes, followWishlist } from './api'
import { readDeviceWishes } from './device-wishes'

/**
 * Moves what a visitor wished for to the wishlist of whoever signed in, once; the device holds it no longer. Tells
 * whether anything was moved.
 */
export async function joinWishes(client: QueryClient): Promise<boolean> {
  const ids = readDeviceWishes()
  // Emptied first: another tab that sees the same person joins nothing.
  changeDeviceWishes(client, () => [])
  let joined = false
  // The oldest first, so that the order stays.
  for (const [place, productID] of ids.toReversed().entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await answer(api.PUT('/api/user/addToWishlist', { body: { productID } }))
      joined = true
    } catch (failure) {
      // A product that is gone or a list that is full stays out; without a line the rest waits for the next visit.
      if (failure instanceof ApiError && failure.status < 500 && failure.status > 0) continue
      changeDeviceWishes(client, (since) => [...since, ...ids.slice(0, ids.length - place)])
      break
    }
  }
  followWishlist(client, null)
  return joined
}
