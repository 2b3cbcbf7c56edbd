import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import type { Order } from './api'
import { OrderNumber } from './OrderNumber'
import { StatusMark } from './StatusMark'

/** Every order of the person; on phones each row is a small block of its own. */
export function OrderHistoryView({ orders }: { orders: readonly Order[] }) {
  const t = useT()
  if (orders.length === 0) {
    return (
      <EmptyState
        illustration={<EmptyOrders />}
        title={t('order.empty')}
        action={<LinkButton to="/">{t('cart.start_shopping')}</LinkButton>}
      >
        {t('order.empty_hint')}
      </EmptyState>
    )
  }
  return (
    <Card flush className="overflow-hidden">
      <table className="w-full text-start">
        <caption className="sr-only">{t('order.history_title')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('order.order')}</th>
            <th scope="col">{t('common.status')}</th>
            <th scope="col">{t('order.date')}</th>
            <th scope="col">{t('order.total')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {orders.map((order) => (
            <tr
              key={order.number}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 sm:grid-cols-[1fr_1fr_1.5fr_auto] sm:px-6 sm:py-2"
            >
              <td className="max-sm:order-1">
                <Link
                  to={`/order/${encodeURIComponent(order.number)}`}
                  className="inline-flex min-h-11 items-center font-semibold text-primary hover:underline"
                >
                  <OrderNumber number={order.number} />
                </Link>
              </td>
              <td className="max-sm:order-3 max-sm:col-span-2">
                <span className="inline-flex items-center gap-2">
                  <StatusMark status={order.status} />
                  {t('order.status', { status: t(`order.status_${order.status}`) })}
                </span>
              </td>
              <td className="text-muted max-lg:text-sm max-sm:order-4 max-sm:col-span-2">
                {t('order.date_ordered', { date: longDate(t, order.date) })}
              </td>
              <td className="text-end font-semibold tabular max-sm:order-2">
                <bdi dir="ltr">{formatPrice(order.total)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
