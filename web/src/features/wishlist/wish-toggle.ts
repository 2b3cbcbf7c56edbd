import { useState } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useToast } from '../../ui/Toast'
import { useWish } from './api'

interface WishToggle {
  productId: string
  wished: boolean
  /** Called instead of wishing when nobody is signed in. */
  onNeedSignIn?: (() => void) | undefined
}

/** Puts a product on the wishlist or takes it off, once per press; a refusal is said aloud. */
export function useWishToggle({ productId, wished, onNeedSignIn }: WishToggle) {
  const t = useT()
  const toast = useToast()
  const wish = useWish()
  const [busy, setBusy] = useState(false)

  async function change() {
    setBusy(true)
    try {
      await wish(productId, !wished)
    } catch (failure) {
      toast({ tone: 'error', text: errorText(t, failure) })
    } finally {
      setBusy(false)
    }
  }

  return { busy, toggle: onNeedSignIn ?? (() => void change()) }
}
