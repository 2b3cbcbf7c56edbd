import { useT } from '../../lib/i18n'
import { Skeleton } from '../../ui/Skeleton'

/** The quiet shape of a product's screen. */
export function ProductViewSkeleton() {
  const t = useT()
  return (
    <div className="page-width pt-2 lg:pt-4">
      <p role="status" className="sr-only">
        {t('common.loading')}
      </p>
      <div className="flex h-11 items-center">
        <Skeleton className="h-4 w-56" />
      </div>
      <div className="mt-1 grid gap-6 md:grid-cols-2 lg:mt-4 lg:gap-12">
        <Skeleton className="aspect-square w-full rounded-card" />
        <div className="flex flex-col gap-4 lg:pt-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="h-9 w-32" />
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-13 w-full rounded-control" />
        </div>
      </div>
    </div>
  )
}
