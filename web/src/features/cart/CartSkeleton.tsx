import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { ProductRowsSkeleton } from '../../domain/product/ProductRowsSkeleton'
import { Skeleton } from '../../ui/Skeleton'

/** The shape of a cart while it is on its way. */
export function CartSkeleton() {
  const t = useT()
  return (
    <div className="page-width py-6 lg:py-8" aria-busy="true">
      <h1 className="mb-4 text-2xl lg:text-3xl">{t('cart.title')}</h1>
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <ProductRowsSkeleton />
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-6 w-1/3" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-11" />
        </Card>
      </div>
    </div>
  )
}
