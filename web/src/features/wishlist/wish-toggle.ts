import type { MouseEvent } from 'react'
import { ApiError } from '../../lib/errors'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useErrorToast } from '../../ui/error-toast'
import { changeDeviceWishes, useWish, withWish } from './api'

interface WishToggle {
  productId: string
  wished: boolean
  /** Nobody is signed in, as far as is known: the device holds the wish until somebody is. */
  onDevice: boolean
}

/**
 * Puts a product on the wishlist or takes it off, once per press. The heart turns at the press; a
 * refusal turns it back and is said aloud.
 */
export function useWishToggle({ productId, wished, onDevice }: WishToggle) {
  const sayFailure = useErrorToast()
  const client = useQueryClient()
  const hold = (id: string, wanted: boolean) =>
    changeDeviceWishes(client, (ids) => withWish(ids, id, wanted))
  const wish = useWish({
    onFailed: (failure, { productID, wished: wanted }) => {
      // The session ended unnoticed: after signing in again the wish is carried out.
      if (wanted && failure instanceof ApiError && failure.status === 401) hold(productID, true)
      sayFailure(failure)
    },
  })

  return (event: MouseEvent) => {
    // The second half of a double click would take back what the first did.
    if (event.detail > 1) return
    if (onDevice) hold(productId, !wished)
    else wish.send({ productID: productId, wished: !wished })
  }
}
