import type { components } from '../../generated/api'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { formatPrice } from '../money/money'
import { ShortNumber } from './ShortNumber'
import type { OrderStatus } from './order-status'
import { StatusTag } from './StatusTag'

interface OrderRowProps {
  order: {
    number: string
    total: number
    status: OrderStatus
    date: string
    address: components['schemas']['OrderAddress']
    call_first?: boolean
    question?: components['schemas']['Question']
  }
  /** Where it is shown in full. */
  to: string
  /** Whether it is the one that is open beside the list. */
  open: boolean
}

/** An order in a list that staff works with: number, total, customer, status, time and phone. */
export function OrderRow({ order, to, open }: OrderRowProps) {
  const t = useT()
  return (
    <li>
      <Link
        to={to}
        aria-current={open ? 'true' : undefined}
        className={cx(
          'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-4 py-3 transition-colors',
          open ? 'bg-primary-tint' : 'hover:bg-quiet',
        )}
      >
        <span className="font-bold">
          <ShortNumber number={order.number} />
        </span>
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
        {order.question?.answer === 'open' && (
          <span className="col-span-2 text-sm font-semibold text-warning">{t('desk.waits')}</span>
        )}
        {order.call_first === true && (
          <span className="col-span-2 text-sm font-semibold text-warning">
            {t('desk.call_first')}
          </span>
        )}
        <span className="col-span-2 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span>{longDateTime(t, order.date)}</span>
          <bdi dir="ltr" className="tabular">
            {phoneText(order.address.phone_nb)}
          </bdi>
        </span>
      </Link>
    </li>
  )
}
