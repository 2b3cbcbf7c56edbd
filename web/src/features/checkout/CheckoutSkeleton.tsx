import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

const FIELDS = [0, 1, 2, 3, 4, 5]

/** The shape of the checkout while it is on its way. */
export function CheckoutSkeleton() {
  const t = useT()
  return (
    <div className="page-width py-6 lg:py-8" aria-busy="true">
      <h1 className="mb-5 text-2xl lg:text-3xl">{t('checkout.title')}</h1>
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      <Skeleton className="mx-auto mb-6 h-16 max-w-2xl" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <Card className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map((field) => (
            <div key={field} className="flex flex-col gap-2">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-11" />
            </div>
          ))}
        </Card>
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-6" />
        </Card>
      </div>
    </div>
  )
}
