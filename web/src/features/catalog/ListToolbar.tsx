import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { asSort, changed, filterCount, type ListQuery, type SortChoice } from './list-query'

interface ListToolbarProps {
  list: ListQuery
  /** The orders to choose from; the first is the list's own. */
  sorts: readonly SortChoice[]
  /** How many products there are, as far as is known. */
  total: number | undefined
  /** The products are on their way. */
  waiting: boolean
  onChange: (list: ListQuery) => void
  /** Id of the panel at the side, and whether it is open. */
  panelId: string
  panelOpen: boolean
  onTogglePanel: () => void
  /** The filters of phones. */
  sheet: ReactNode
}

/** Above a list: how many there are, the filters and the order. */
export function ListToolbar({
  list,
  sorts,
  total,
  waiting,
  onChange,
  panelId,
  panelOpen,
  onTogglePanel,
  sheet,
}: ListToolbarProps) {
  const t = useT()
  const filters = filterCount(list)
  const own = sorts[0]
  const count = (
    <p role="status" className="min-h-[1lh] w-full text-muted tabular lg:w-auto lg:flex-1">
      {total !== undefined && t('list.results', { count: total })}
      {total === undefined && waiting && t('common.loading')}
    </p>
  )
  // Nothing to narrow and nothing to sort.
  if (total === 0 && filters === 0) return <div className="lg:pt-2.5">{count}</div>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {count}
      {sheet}
      <Button
        variant="secondary"
        aria-expanded={panelOpen}
        aria-controls={panelId}
        onClick={onTogglePanel}
        className="self-stretch max-lg:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {t(panelOpen ? 'list.hide_sidebar' : 'list.show_sidebar')}
      </Button>
      <Select
        name="sort"
        label={t('list.sort')}
        hideLabel
        className="flex-1 basis-48 lg:flex-none lg:basis-64"
        value={list.sort ?? own}
        onChange={(event) => onChange(changed(list, { sort: asSort(sorts, event.target.value) }))}
        options={sorts.map((sort) => ({ value: sort, label: t(`list.sort_${sort}`) }))}
      />
    </div>
  )
}
