import { Heart } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { useToast } from '../../ui/Toast'
import { useWish } from './api'

interface HeartButtonProps {
  productId: string
  wished: boolean
  /** Called instead of wishing when nobody is signed in. */
  onNeedSignIn?: (() => void) | undefined
}

/** The heart on a product: full when it is on the wishlist. */
export function HeartButton({ productId, wished, onNeedSignIn }: HeartButtonProps) {
  const t = useT()
  const toast = useToast()
  const wish = useWish()
  const [busy, setBusy] = useState(false)

  async function toggle() {
    if (onNeedSignIn !== undefined) {
      onNeedSignIn()
      return
    }
    setBusy(true)
    try {
      await wish(productId, !wished)
    } catch (failure) {
      toast({ tone: 'error', text: errorText(t, failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <IconButton
      label={t(wished ? 'product.remove_from_wishlist' : 'product.add_to_wishlist')}
      icon={
        <Heart aria-hidden="true" className={cx('size-5', wished && 'fill-danger text-danger')} />
      }
      variant="raised"
      busy={busy}
      aria-pressed={wished}
      onClick={() => void toggle()}
    />
  )
}
