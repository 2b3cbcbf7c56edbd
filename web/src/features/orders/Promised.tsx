import { PromisedTimes, promisedTimes } from '../../domain/store/PromisedTimes'
import type { Order } from './api'

/** When the parts of an order that are on their way arrive, as it was promised. */
export function Promised({ order }: { order: Order }) {
  const times = promisedTimes(order.fulfilments.filter(({ status }) => !ended.has(status)))
  if (times.length === 0) return null
  return (
    <div className="mb-4 rounded-control bg-primary-tint px-3 py-2">
      <PromisedTimes times={times} />
    </div>
  )
}

const ended: ReadonlySet<string> = new Set(['delivered', 'cancelled', 'returned'])
