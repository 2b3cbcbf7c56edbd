import type { OrderStatus } from '../../domain/order/order-status'
import { cx } from '../../ui/cx'

const colours: Record<OrderStatus, string> = {
  placed: 'bg-info',
  confirmed: 'bg-info',
  preparing: 'bg-warning',
  out_for_delivery: 'bg-warning',
  delivery_failed: 'bg-danger',
  delivered: 'bg-primary',
  cancelled: 'bg-danger',
  returned: 'bg-danger',
}

/** A dot in the colour of a status, beside the words that say it. */
export function StatusMark({ status }: { status: OrderStatus }) {
  return (
    <span
      aria-hidden="true"
      className={cx('size-2.5 shrink-0 rounded-full print:hidden', colours[status])}
    />
  )
}
