import { useT } from '../../lib/i18n'
import { FilterBar } from '../../ui/FilterBar'
import { KindLinks } from '../../ui/KindLinks'
import { type DeskQuery, deskAddress } from './desk-query'
import { orderStatuses } from '../../domain/order/order-status'

interface DeskFiltersProps {
  store: string
  query: DeskQuery
  /** How many open orders have each status. */
  counts: Readonly<Record<string, number>>
  onFilter: (change: Partial<Pick<DeskQuery, 'q' | 'from' | 'to'>>) => void
}

const kinds = ['open', ...orderStatuses, ''] as const

/** Which orders to show: by status, by part of the number, phone or name, by day. */
export function DeskFilters({ store, query, counts, onFilter }: DeskFiltersProps) {
  const t = useT()
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <FilterBar
      search={{
        label: t('desk.search'),
        searched: query.q,
        onSearch: (typed) => onFilter({ q: typed.trim() }),
      }}
      days={{ from: query.from, to: query.to, onChange: onFilter }}
    >
      <KindLinks
        label={t('admin.filter_status')}
        kinds={kinds}
        chosen={query.status}
        hrefFor={(status) => deskAddress(store, { ...query, status, page: 1, order: '' })}
      >
        {(status) => {
          const count = status === 'open' ? open : counts[status]
          return (
            <>
              {status === ''
                ? t('admin.orders_all')
                : status === 'open'
                  ? t('desk.open')
                  : t(`order.status_${status}`)}
              {count !== undefined && count > 0 && <bdi className="tabular">{count}</bdi>}
            </>
          )
        }}
      </KindLinks>
    </FilterBar>
  )
}
