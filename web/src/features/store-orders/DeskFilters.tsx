import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import { SearchField } from '../../ui/SearchField'
import { TextInput } from '../../ui/TextInput'
import { type DeskQuery, deskAddress } from './desk-query'
import { orderStatuses } from '../../domain/order/order-status'

interface DeskFiltersProps {
  store: string
  query: DeskQuery
  /** How many open orders have each status. */
  counts: Readonly<Record<string, number>>
  onFilter: (change: Partial<Pick<DeskQuery, 'q' | 'from' | 'to'>>) => void
}

/** Which orders to show: by status, by part of the number, phone or name, by day. */
export function DeskFilters({ store, query, counts, onFilter }: DeskFiltersProps) {
  const t = useT()
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SearchField
          key={query.q}
          label={t('desk.search')}
          searched={query.q}
          onSearch={(typed) => onFilter({ q: typed.trim() })}
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
          {(['open', ...orderStatuses, ''] as const).map((status) => {
            const count = status === 'open' ? open : counts[status]
            return (
              <li key={status}>
                <Link
                  to={deskAddress(store, { ...query, status, page: 1, order: '' })}
                  aria-current={status === query.status ? 'true' : undefined}
                  className={cx(
                    'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
                    status === query.status
                      ? 'border-primary bg-primary-tint text-primary'
                      : 'border-line bg-paper hover:border-primary hover:text-primary',
                  )}
                >
                  {status === ''
                    ? t('admin.orders_all')
                    : status === 'open'
                      ? t('desk.open')
                      : t(`order.status_${status}`)}
                  {count !== undefined && count > 0 && <bdi className="tabular">{count}</bdi>}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </div>
  )
}
