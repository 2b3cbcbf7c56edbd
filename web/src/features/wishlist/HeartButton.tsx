import { Heart } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { useWishToggle } from './wish-toggle'

interface HeartButtonProps {
  productId: string
  wished: boolean
  /** Called instead of wishing when nobody is signed in. */
  onNeedSignIn?: (() => void) | undefined
}

/** The heart on a product: full when it is on the wishlist. */
export function HeartButton({ productId, wished, onNeedSignIn }: HeartButtonProps) {
  const t = useT()
  const toggle = useWishToggle({ productId, wished, onNeedSignIn })
  return (
    <IconButton
      label={t(wished ? 'product.remove_from_wishlist' : 'product.add_to_wishlist')}
      icon={
        <Heart aria-hidden="true" className={cx('size-5', wished && 'fill-danger text-danger')} />
      }
      variant="raised"
      aria-pressed={wished}
      onClick={toggle}
    />
  )
}
