import type { MouseEvent } from 'react'
import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useToast } from '../../ui/Toast'
import { useWish } from './api'
import { savePendingWish } from './pending-wish'

interface WishToggle {
  productId: string
  wished: boolean
  /** Called instead of wishing when nobody is signed in; the wish is saved until somebody is. */
  onNeedSignIn?: (() => void) | undefined
}

/**
 * Puts a product on the wishlist or takes it off, once per press. The heart turns at the press; a
 * refusal turns it back and is said aloud.
 */
export function useWishToggle({ productId, wished, onNeedSignIn }: WishToggle) {
  const t = useT()
  const toast = useToast()
  const wish = useWish({
    onFailed: (failure, { productID, wished: wanted }) => {
      // The session ended unnoticed: after signing in again the wish is carried out.
      if (wanted && failure instanceof ApiError && failure.status === 401) {
        savePendingWish(productID)
      }
      toast({ tone: 'error', text: errorText(t, failure) })
    },
  })

  return (event: MouseEvent) => {
    // The second half of a double click would take back what the first did.
    if (event.detail > 1) return
    if (onNeedSignIn === undefined) {
      wish.send({ productID: productId, wished: !wished })
    } else {
      savePendingWish(productId)
      onNeedSignIn()
    }
  }
}
