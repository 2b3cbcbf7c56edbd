import type { OrderStatus } from './order-status'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'

const looks: Record<OrderStatus, string> = {
  placed: 'bg-info-tint text-info',
  confirmed: 'bg-info-tint text-info',
  preparing: 'bg-warning-tint text-warning',
  out_for_delivery: 'bg-warning-tint text-warning',
  delivery_failed: 'bg-danger-tint text-danger',
  delivered: 'bg-primary-tint text-primary',
  cancelled: 'bg-danger-tint text-danger',
  returned: 'bg-danger-tint text-danger',
}

/** A status in its words and its colour. */
export function StatusTag({ status }: { status: OrderStatus }) {
  const t = useT()
  return (
    <span
      className={cx(
        'justify-self-end rounded-small px-2 text-sm font-semibold whitespace-nowrap',
        looks[status],
      )}
    >
      {t(`order.status_${status}`)}
    </span>
  )
}
