import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

const ROWS = [0, 1, 2, 3]

/** The shape of a few orders while they are on their way. */
export function OrderHistorySkeleton() {
  const t = useT()
  return (
    <Card flush className="divide-y divide-line px-4 sm:px-6" aria-busy="true">
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 py-5">
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 flex-1 max-sm:hidden" />
          <Skeleton className="h-5 flex-1 max-sm:hidden" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </Card>
  )
}
