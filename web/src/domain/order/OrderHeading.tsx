import { ArrowLeft } from 'lucide-react'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'
import type { OrderStatus } from './order-status'
import { StatusTag } from './StatusTag'

interface OrderHeadingProps {
  order: { number: string; status: OrderStatus; date: string }
  /** The list that it was opened from; on wide screens the list stays beside it. */
  backTo: string
  /** Who took it from a caller, empty when they are gone; undefined when the customer placed it. */
  takenBy: string | undefined
}

/** The head of an order that staff works on: the way back, number, status and time. */
export function OrderHeading({ order, backTo, takenBy }: OrderHeadingProps) {
  const t = useT()
  return (
    <div>
      <Link
        to={backTo}
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 font-semibold text-primary hover:underline lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5 mirror-rtl" />
        {t('admin.orders_back')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">
          {t.nodes('order.number', {
            number: (
              <bdi key="number" dir="ltr" className="tabular">
                {order.number}
              </bdi>
            ),
          })}
        </h2>
        <StatusTag status={order.status} />
      </div>
      <p className="text-sm text-muted">{longDateTime(t, order.date)}</p>
      {takenBy !== undefined && (
        <p className="text-sm font-semibold">
          {takenBy === ''
            ? t('phone_order.taken')
            : t.nodes('phone_order.taken_by', { name: <bdi key="name">{takenBy}</bdi> })}
        </p>
      )}
    </div>
  )
}
