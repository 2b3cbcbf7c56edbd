import { useLocation, useNavigate } from 'react-router'
import { AddToCartButton } from '../../features/cart/AddToCartButton'
import type { Product } from '../../features/catalog/api'
import { ProductCard } from '../../features/catalog/ProductCard'
import type { NoticeState } from '../../features/layout/notice'
import { useSession } from '../../features/session/api'
import { signInPath } from '../../features/session/next-path'
import { useWishlistIds } from '../../features/wishlist/api'
import { HeartButton } from '../../features/wishlist/HeartButton'

interface ShopCardProps {
  product: Product
  sizes?: string
  priority?: boolean
}

/** A product card with its button and its heart: catalogue, cart and wishlist together. */
export function ShopCard({ product, sizes, priority }: ShopCardProps) {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const wished = useWishlistIds(session.state === 'user' ? session.user.wishlist : undefined)

  function signIn() {
    const state: NoticeState = { notice: { tone: 'info', key: 'access.login_needed' } }
    void navigate(signInPath(location.pathname + location.search), { state })
  }

  return (
    <ProductCard
      product={product}
      sizes={sizes}
      priority={priority}
      action={<AddToCartButton product={product} />}
      corner={
        <HeartButton
          productId={product.id}
          wished={wished.includes(product.id)}
          onNeedSignIn={session.state === 'user' ? undefined : signIn}
        />
      }
    />
  )
}
