import { Heart } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { useWishToggle } from './wish-toggle'

interface HeartButtonProps {
  productId: string
  wished: boolean
  /** Nobody is signed in, as far as is known: the device holds the wish. */
  onDevice: boolean
}

/** The heart on a product: full when it is on the wishlist. */
export function HeartButton({ productId, wished, onDevice }: HeartButtonProps) {
  const t = useT()
  const toggle = useWishToggle({ productId, wished, onDevice })
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
