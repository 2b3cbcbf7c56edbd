import { CartSkeleton } from '../../features/cart/CartSkeleton'
import { CartView } from '../../features/cart/CartView'
import { useCart } from '../../features/cart/changes'
import { brandName } from '../../domain/product/brand-name'
import { useT } from '../../lib/i18n'
import { ErrorState } from '../../ui/ErrorState'

/** The cart. */
export default function CartScreen() {
  const t = useT()
  const { cart, failed, fetching, retry, change } = useCart()
  if (failed) {
    return (
      <div className="page-width py-8">
        <h1 className="sr-only">{t('cart.title')}</h1>
        <ErrorState title={t('cart.load_failed')} onRetry={retry} busy={fetching} />
      </div>
    )
  }
  if (cart === undefined) return <CartSkeleton />
  return <CartView cart={cart} brandName={(key) => brandName(t, key)} onChange={change} />
}
