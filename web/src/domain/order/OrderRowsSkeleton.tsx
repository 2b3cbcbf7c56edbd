import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

const ROWS = [0, 1, 2, 3, 4]

/** The shape of a few rows of the staff's order list while they are on their way. */
export function OrderRowsSkeleton() {
  const t = useT()
  return (
    <Card flush className="divide-y divide-line" aria-busy="true">
      <span role="status" className="sr-only">
        {t('a11y.loading')}
      </span>
      {ROWS.map((row) => (
        <div key={row} className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </Card>
  )
}
