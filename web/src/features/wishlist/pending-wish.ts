import { useEffect, useEffectEvent } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { readItem, removeItem, saveItem } from '../../lib/session-storage'
import { useToast } from '../../ui/Toast'
import { useWish } from './api'

const KEY = 'waitingWish'
/** Who signs in later than this has forgotten the heart they pressed. */
const MAX_AGE_MS = 30 * 60_000

/** The wish is made before anybody has signed in. */
const ANYBODY = 'anybody'

/** Remembers a product whose heart was pressed by someone who has to sign in first. */
export function savePendingWish(productID: string): void {
  saveItem(KEY, ANYBODY, { productID, at: Date.now() })
}

/** The product that waits to be wished for, once. */
function takePendingWish(now: number = Date.now()): string | null {
  const wish = readItem(KEY, ANYBODY)
  removeItem(KEY)
  if (typeof wish !== 'object' || wish === null) return null
  if (!('productID' in wish) || !('at' in wish)) return null
  const { productID, at } = wish
  if (typeof productID !== 'string' || typeof at !== 'number') return null
  return now - at < MAX_AGE_MS ? productID : null
}

/** Wishes for the product whose heart was pressed before signing in, as soon as one has. */
export function usePendingWish(signedIn: boolean): void {
  const t = useT()
  const toast = useToast()
  const wish = useWish({
    onDone: () => toast({ text: t('done.added_to_wishlist') }),
    onFailed: (failure) => toast({ tone: 'error', text: errorText(t, failure) }),
  })
  const act = useEffectEvent(() => {
    const productID = takePendingWish()
    if (productID !== null) wish.send({ productID, wished: true })
  })
  useEffect(() => {
    if (signedIn) act()
  }, [signedIn])
}
