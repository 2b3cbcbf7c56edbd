import type { Product } from '../../domain/product/product'
import { useId, useState } from 'react'
import { AddToCartButton } from '../../features/cart/AddToCartButton'
import { QuantitySelect } from '../../features/catalog/QuantitySelect'
import { quantityLimit } from '../../features/catalog/stock'
import { useSession } from '../../features/session/api'
import { useWishlistIds } from '../../features/wishlist/api'
import { WishlistButton } from '../../features/wishlist/WishlistButton'
import { useAddedToCartToast } from './added-to-cart-toast'

/**
 * Quantity, cart and wishlist of one product. On phones it stays above the bottom bar; the page
 * leaves room for it by the mark `data-buy-bar`.
 */
export function BuyBar({ product }: { product: Product }) {
  const formId = useId()
  const session = useSession()
  const sayAdded = useAddedToCartToast()
  const wished = useWishlistIds(session)
  const limit = quantityLimit(product)
  const [chosen, setChosen] = useState(1)
  const quantity = Math.min(chosen, Math.max(limit.most, 1))
  return (
    <div
      data-buy-bar
      className="flex w-full gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[calc(64px+env(safe-area-inset-bottom))] max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-2 lg:max-w-lg lg:flex-wrap lg:gap-3 short:border-0 short:px-0"
    >
      {product.in_stock && (
        <QuantitySelect
          form={formId}
          value={quantity}
          limit={limit}
          onChange={setChosen}
          className="w-20"
        />
      )}
      <div className="min-w-0 flex-1">
        {/* Another quantity is another thing to add: the button begins anew. */}
        <AddToCartButton
          key={quantity}
          product={product}
          quantity={quantity}
          formId={formId}
          onAdded={sayAdded}
        />
      </div>
      <WishlistButton
        productId={product.id}
        wished={wished.includes(product.id)}
        onDevice={session.state !== 'user'}
        className="shrink-0 lg:w-full"
      />
    </div>
  )
}
