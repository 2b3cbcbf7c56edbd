import { useEffect, useRef } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useToast } from '../../ui/Toast'
import { useWish } from './api'

const KEY = 'waitingWish'
/** Who signs in later than this has forgotten the heart they pressed. */
const PATIENCE_MS = 30 * 60_000

/** Remembers a product whose heart was pressed by someone who has to sign in first. */
export function savePendingWish(productID: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ productID, at: Date.now() }))
  } catch {
    // Storage can be refused; then the heart has to be pressed again.
  }
}

/** The product that waits to be wished for, once. */
export function takePendingWish(now: number = Date.now()): string | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const wish: unknown = JSON.parse(text ?? 'null')
    if (typeof wish !== 'object' || wish === null) return null
    if (!('productID' in wish) || !('at' in wish)) return null
    const { productID, at } = wish
    if (typeof productID !== 'string' || typeof at !== 'number') return null
    return now - at < PATIENCE_MS ? productID : null
  } catch {
    return null
  }
}

/** Wishes for the product whose heart was pressed before signing in, as soon as one has. */
export function usePendingWish(signedIn: boolean): void {
  const t = useT()
  const toast = useToast()
  const wish = useWish()
  const act = useRef(async () => {})
  useEffect(() => {
    act.current = async () => {
      const productID = takePendingWish()
      if (productID === null) return
      try {
        await wish(productID, true)
        toast({ text: t('done.added_to_wishlist') })
      } catch (failure) {
        toast({ tone: 'error', text: errorText(t, failure) })
      }
    }
  })
  useEffect(() => {
    if (signedIn) void act.current()
  }, [signedIn])
}
