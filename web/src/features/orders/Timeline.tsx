import { Check } from 'lucide-react'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import type { Order } from './api'
import { milestones, type Milestone, statusName } from './status'

/** How far an order has come, when it came there, and what is still to come. */
export function Timeline({ order }: { order: Pick<Order, 'history' | 'status'> }) {
  const t = useT()
  const all = milestones(order)
  return (
    <ol aria-label={t('order.timeline')} className="flex flex-col">
      {all.map((milestone, place) => (
        <li
          key={`${milestone.status} ${milestone.at ?? ''}`}
          aria-current={milestone.state === 'now' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {place < all.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute start-[11px] top-6 bottom-0 w-0.5',
                all[place + 1]?.state === 'later' ? 'bg-line' : 'bg-primary',
              )}
            />
          )}
          <Mark milestone={milestone} />
          <div className="min-w-0">
            <p className={cx(milestone.state === 'later' ? 'text-muted' : 'font-semibold')}>
              {statusName(t, milestone.status)}
            </p>
            <p className="text-sm text-muted">
              {milestone.at === undefined ? t('order.step_later') : longDateTime(t, milestone.at)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ milestone: { state, status } }: { milestone: Milestone }) {
  const ended = status === 'cancelled' || status === 'delivery_failed' || status === 'returned'
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative z-10 mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border-2',
        state === 'done' && 'border-primary bg-primary text-on-primary',
        state === 'now' && (ended ? 'border-danger bg-danger-tint' : 'border-primary bg-paper'),
        state === 'later' && 'border-line bg-paper',
      )}
    >
      {state === 'done' && <Check strokeWidth={3} className="size-3.5" />}
      {state === 'now' && (
        <span className={cx('size-2.5 rounded-full', ended ? 'bg-danger' : 'bg-primary')} />
      )}
    </span>
  )
}
