import { useT } from '../../lib/i18n'
import { FilterBar } from '../../ui/FilterBar'
import { KindLinks } from '../../ui/KindLinks'
import { type OrdersQuery, ordersAddress, searchText } from './orders-query'
import { orderStatuses } from '../../domain/order/order-status'

interface OrderFiltersProps {
  query: OrdersQuery
  onFilter: (change: Partial<Pick<OrdersQuery, 'q' | 'from' | 'to'>>) => void
}

const kinds = ['', ...orderStatuses] as const

/** Which orders to show: by status, by part of the number or of the phone, by day. */
export function OrderFilters({ query, onFilter }: OrderFiltersProps) {
  const t = useT()
  return (
    <FilterBar
      search={{
        label: t('admin.orders_search'),
        searched: query.q,
        onSearch: (typed) => onFilter({ q: searchText(typed) }),
        inputMode: 'numeric',
        ltr: true,
      }}
      days={{ from: query.from, to: query.to, onChange: onFilter }}
    >
      <KindLinks
        label={t('admin.filter_status')}
        kinds={kinds}
        chosen={query.status}
        hrefFor={(status) => ordersAddress({ ...query, status, page: 1, order: '' })}
      >
        {(status) => (status === '' ? t('admin.orders_all') : t(`order.status_${status}`))}
      </KindLinks>
    </FilterBar>
  )
}
