import type { PictureTurn } from '../../domain/product/picture-turn'
import type { Product } from '../../domain/product/product'
import { AddToCartButton } from '../../features/cart/AddToCartButton'
import { ProductCard } from '../../features/catalog/ProductCard'
import { useIsSignedIn } from '../../features/session/api'
import { useIsWished } from '../../features/wishlist/api'
import { HeartButton } from '../../features/wishlist/HeartButton'
import { useAddedToCartToast } from './added-to-cart-toast'

interface ShopCardProps {
  product: Product
  sizes?: string
  turn?: PictureTurn
}

/** A product card with its button and its heart: catalogue, cart and wishlist together. */
export function ShopCard({ product, sizes, turn }: ShopCardProps) {
  const onDevice = !useIsSignedIn()
  const isWished = useIsWished(product.id, onDevice)
  const sayAdded = useAddedToCartToast()
  return (
    <ProductCard
      product={product}
      sizes={sizes}
      turn={turn}
      action={<AddToCartButton product={product} onAdded={sayAdded} />}
      corner={<HeartButton productId={product.id} wished={isWished} onDevice={onDevice} />}
    />
  )
}
