import { brandName } from '../domain/product/brand-name'
import { AddToCartButton } from '../features/cart/AddToCartButton'
import { useSession } from '../features/session/api'
import { signInPath } from '../features/session/next-path'
import { changeDeviceWishes, useWishlistIds, withWish } from '../features/wishlist/api'
import { deviceWishlistQuery } from '../features/wishlist/device-wishlist'
import { WishlistPlaceholder } from '../features/wishlist/WishlistPlaceholder'
import { WishlistSkeleton } from '../features/wishlist/WishlistSkeleton'
import { WishlistView } from '../features/wishlist/WishlistView'
import { useT } from '../lib/i18n'
import { useQueryClient } from '../lib/query/QueryClientProvider'
import { useQuery } from '../lib/query/use-query'
import { Link } from '../ui/Link'
import { useAddedToCartToast } from './product/added-to-cart-toast'
import UserWishlistScreen from './user/wishlist'

/** The wishlist that this device holds for a visitor; whoever is signed in sees their own. */
export default function WishlistOfDeviceScreen() {
  const session = useSession()
  if (session.state === 'unknown') return <WishlistSkeleton />
  return session.state === 'user' ? <UserWishlistScreen /> : <DeviceWishlist />
}

function DeviceWishlist() {
  const t = useT()
  const client = useQueryClient()
  const sayAdded = useAddedToCartToast()
  const ids = useWishlistIds({ state: 'visitor' })
  const query = useQuery(deviceWishlistQuery(ids))
  if (query.data === undefined) return <WishlistPlaceholder query={query} />
  return (
    <>
      <WishlistView
        // What was taken off a moment ago is gone from the ids first.
        products={query.data.filter((product) => ids.includes(product.id))}
        brandName={(key) => brandName(t, key)}
        renderAction={(product) => <AddToCartButton product={product} onAdded={sayAdded} />}
        onRemove={({ id }) => changeDeviceWishes(client, (held) => withWish(held, id, false))}
        onClear={() => changeDeviceWishes(client, () => [])}
      />
      {ids.length > 0 && (
        <p className="page-width pb-8 text-muted">
          {t.nodes('wishlist.on_device', {
            sign_in: (
              <Link
                key="sign_in"
                to={signInPath('/user/wishlist')}
                className="font-semibold text-primary hover:underline"
              >
                {t('nav.sign_in')}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  )
}
