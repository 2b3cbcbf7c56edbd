import { AddToCartButton } from '../../features/cart/AddToCartButton'
import { brandName } from '../../domain/product/brand-name'
import { useSession } from '../../features/session/api'
import {
  useClearWishlist,
  useWish,
  useWishlistIds,
  wishlistQuery,
} from '../../features/wishlist/api'
import { WishlistPlaceholder } from '../../features/wishlist/WishlistPlaceholder'
import { WishlistView } from '../../features/wishlist/WishlistView'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useToast } from '../../ui/Toast'
import { useAddedToCartToast } from '../product/added-to-cart-toast'

/** The wishlist. */
export default function WishlistScreen() {
  const t = useT()
  const toast = useToast()
  const session = useSession()
  const sayAdded = useAddedToCartToast()
  const onFailed = (failure: Error) => toast({ tone: 'error', text: errorText(t, failure) })
  const wish = useWish({ onDone: () => toast({ text: t('done.removed_from_wishlist') }), onFailed })
  const clear = useClearWishlist({
    onDone: () => toast({ text: t('done.wishlist_cleared') }),
    onFailed,
  })
  const query = useQuery(wishlistQuery())
  const ids = useWishlistIds(session)

  if (query.data === undefined) return <WishlistPlaceholder query={query} />
  return (
    <WishlistView
      // What was taken off a moment ago is gone from the ids first.
      products={query.data.filter((product) => ids.includes(product.id))}
      brandName={(key) => brandName(t, key)}
      renderAction={(product) => <AddToCartButton product={product} onAdded={sayAdded} />}
      onRemove={(product) => wish.send({ productID: product.id, wished: false })}
      onClear={() => clear.send(ids)}
    />
  )
}
