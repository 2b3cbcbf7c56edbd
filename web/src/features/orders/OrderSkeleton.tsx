import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

/** The shape of an order while it is on its way. */
export function OrderSkeleton() {
  const t = useT()
  return (
    <div className="page-width flex flex-col gap-4 py-6 lg:py-8" aria-busy="true">
      <h1 className="sr-only">{t('order.details')}</h1>
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-5 w-40" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-6 w-1/3" />
        </Card>
        <Card>
          <Skeleton className="h-56" />
        </Card>
      </div>
    </div>
  )
}
