import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../lib/i18n'
import { SearchField } from './SearchField'
import { TextInput } from './TextInput'

interface FilterBarProps {
  search: Omit<ComponentProps<typeof SearchField>, 'className'>
  /** First and last day, as `2026-11-15`; empty for no bound. */
  days?: { from: string; to: string; onChange: (days: { from?: string; to?: string }) => void }
  /** The kinds to choose between, as KindLinks. */
  children?: ReactNode
}

/** What narrows a list down: a search, a span of days, and its kinds. */
export function FilterBar({ search, days, children }: FilterBarProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SearchField key={search.searched} {...search} className="min-w-64 flex-1" />
        {days !== undefined && <Days {...days} />}
      </div>
      {children}
    </div>
  )
}

function Days({ from, to, onChange }: NonNullable<FilterBarProps['days']>) {
  const t = useT()
  return (
    <div
      role="group"
      aria-label={t('admin.filter_days')}
      className="flex flex-wrap items-end gap-2"
    >
      <TextInput
        name="from"
        type="date"
        label={t('admin.from_day')}
        value={from}
        max={to === '' ? undefined : to}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextInput
        name="to"
        type="date"
        label={t('admin.to_day')}
        value={to}
        min={from === '' ? undefined : from}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </div>
  )
}
