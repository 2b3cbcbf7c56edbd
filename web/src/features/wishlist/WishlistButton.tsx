import { Heart } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { useWishToggle } from './wish-toggle'

interface WishlistButtonProps {
  productId: string
  wished: boolean
  /** Nobody is signed in, as far as is known: the device holds the wish. */
  onDevice: boolean
  className?: string
}

/** 'Add to wishlist' in green, 'Remove from wishlist' in red; on phones the heart says it alone. */
export function WishlistButton({ productId, wished, onDevice, className }: WishlistButtonProps) {
  const t = useT()
  const toggle = useWishToggle({ productId, wished, onDevice })
  return (
    <Button
      variant="secondary"
      onClick={toggle}
      className={cx(
        wished ? 'border-danger! text-danger!' : 'border-primary! text-primary!',
        className,
      )}
    >
      <Heart aria-hidden="true" className={cx('size-5', wished && 'fill-current')} />
      <span className="max-lg:sr-only">
        {t(wished ? 'product.remove_from_wishlist' : 'product.add_to_wishlist')}
      </span>
    </Button>
  )
}
