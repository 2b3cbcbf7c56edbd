import { useT } from '../../lib/i18n'
import { ProductRowsSkeleton } from '../../domain/product/ProductRowsSkeleton'

/** The shape of a wishlist while it is on its way. */
export function WishlistSkeleton() {
  const t = useT()
  return (
    <div className="page-width py-6 lg:py-8" aria-busy="true">
      <h1 className="mb-4 text-2xl lg:text-3xl">{t('wishlist.title')}</h1>
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      <ProductRowsSkeleton />
    </div>
  )
}
