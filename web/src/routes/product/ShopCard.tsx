import type { Product } from '../../domain/product/product'
import { AddToCartButton } from '../../features/cart/AddToCartButton'
import { ProductCard } from '../../features/catalog/ProductCard'
import { useSession } from '../../features/session/api'
import { useWishlistIds } from '../../features/wishlist/api'
import { HeartButton } from '../../features/wishlist/HeartButton'
import { useAddedToCartToast } from './added-to-cart-toast'

interface ShopCardProps {
  product: Product
  sizes?: string
  priority?: boolean
}

/** A product card with its button and its heart: catalogue, cart and wishlist together. */
export function ShopCard({ product, sizes, priority }: ShopCardProps) {
  const session = useSession()
  const sayAdded = useAddedToCartToast()
  const wished = useWishlistIds(session)
  return (
    <ProductCard
      product={product}
      sizes={sizes}
      priority={priority}
      action={<AddToCartButton product={product} onAdded={sayAdded} />}
      corner={
        <HeartButton
          productId={product.id}
          wished={wished.includes(product.id)}
          onDevice={session.state !== 'user'}
        />
      }
    />
  )
}
