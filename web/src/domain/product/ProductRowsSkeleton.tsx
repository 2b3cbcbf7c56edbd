import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

const ROWS = [0, 1, 2]

/** The shape of a card of products, one below the other, while they are on their way. */
export function ProductRowsSkeleton() {
  return (
    <Card flush className="divide-y divide-line px-4 sm:px-6">
      {ROWS.map((row) => (
        <div key={row} className="grid grid-cols-[80px_minmax(0,1fr)] gap-4 py-4">
          <Skeleton className="h-20" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/3" />
          </div>
        </div>
      ))}
    </Card>
  )
}
