import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { SearchField } from '../../ui/SearchField'
import { TextInput } from '../../ui/TextInput'
import { type OrdersQuery, ordersAddress, searchText } from './orders-query'
import { orderStatuses } from '../../domain/order/order-status'

interface OrderFiltersProps {
  query: OrdersQuery
  onFilter: (change: Partial<Pick<OrdersQuery, 'q' | 'from' | 'to'>>) => void
}

/** Which orders to show: by status, by part of the number or of the phone, by day. */
export function OrderFilters({ query, onFilter }: OrderFiltersProps) {
  const t = useT()

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SearchField
          key={query.q}
          label={t('admin.orders_search')}
          searched={query.q}
          onSearch={(typed) => onFilter({ q: searchText(typed) })}
          inputMode="numeric"
          ltr
          className="min-w-64 flex-1"
        />
        <div role="group" aria-label={t('admin.filter_days')} className="flex items-end gap-2">
          <TextInput
            name="from"
            type="date"
            label={t('admin.from_day')}
            value={query.from}
            max={query.to === '' ? undefined : query.to}
            onChange={(event) => onFilter({ from: event.target.value })}
          />
          <TextInput
            name="to"
            type="date"
            label={t('admin.to_day')}
            value={query.to}
            min={query.from === '' ? undefined : query.from}
            onChange={(event) => onFilter({ to: event.target.value })}
          />
        </div>
      </div>
      <nav aria-label={t('admin.filter_status')} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex w-max gap-2 py-1">
          {(['', ...orderStatuses] as const).map((status) => (
            <li key={status}>
              <Link
                to={ordersAddress({ ...query, status, page: 1, order: '' })}
                aria-current={status === query.status ? 'true' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
                  status === query.status
                    ? 'border-primary bg-primary-tint text-primary'
                    : 'border-line bg-paper hover:border-primary hover:text-primary',
                )}
              >
                {status === '' ? t('admin.orders_all') : t(`order.status_${status}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
