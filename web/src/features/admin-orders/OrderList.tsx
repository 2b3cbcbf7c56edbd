import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { phoneText } from '../../lib/phone'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import type { AdminOrder } from './api'
import { type OrdersQuery, ordersAddress } from './orders-query'
import { StatusTag } from '../../domain/order/StatusTag'

/** The orders, newest first; each leads to itself. */
export function OrderList({
  orders,
  query,
}: {
  orders: readonly AdminOrder[]
  query: OrdersQuery
}) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {orders.map(({ order }) => {
        const open = order.number === query.order
        return (
          <li key={order.number}>
            <Link
              to={ordersAddress({ ...query, order: order.number })}
              aria-current={open ? 'true' : undefined}
              className={cx(
                'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-4 py-3 transition-colors',
                open ? 'bg-primary-tint' : 'hover:bg-quiet',
              )}
            >
              <bdi dir="ltr" className="font-bold tabular rtl:text-end">
                #{order.number}
              </bdi>
              <bdi dir="ltr" className="justify-self-end font-semibold tabular">
                {formatPrice(order.total)}
              </bdi>
              <span className="truncate">
                <bdi>
                  {order.address.first_name} {order.address.last_name}
                </bdi>
                {' · '}
                <bdi>{order.address.city}</bdi>
              </span>
              <StatusTag status={order.status} />
              <span className="col-span-2 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
                <span>{longDateTime(t, order.date)}</span>
                <bdi dir="ltr" className="tabular">
                  {phoneText(order.address.phone_nb)}
                </bdi>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
