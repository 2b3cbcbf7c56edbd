import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useT } from '../lib/i18n'
import { Button } from './Button'
import { cx } from './cx'
import { SearchField } from './SearchField'
import { TextInput } from './TextInput'

interface FilterBarProps {
  search: Omit<ComponentProps<typeof SearchField>, 'className'>
  /** First and last day, as `2026-11-15`; empty for no bound. They stand at the end of the line. */
  days?: { from: string; to: string; onChange: (days: { from?: string; to?: string }) => void }
  /** Other fields, which stand below the search, and how many of them are set. */
  more?: { count: number; fields: ReactNode }
  /** The kinds to choose between, as KindLinks. */
  children?: ReactNode
}

/**
 * What narrows a list down: a search, fields, and its kinds. On a phone the fields are behind a button that says how
 * many of them are set, so that the list begins on the first screen.
 */
export function FilterBar({ search, days, more, children }: FilterBarProps) {
  const t = useT()
  const panel = useId()
  const [open, setOpen] = useState(false)
  const folds = days !== undefined || more !== undefined
  const count = [days?.from, days?.to].filter(Boolean).length + (more?.count ?? 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3 md:gap-x-4">
        <SearchField
          {...search}
          className={cx('flex-1 md:min-w-64', folds ? 'min-w-48' : 'min-w-64')}
        />
        {folds && (
          <>
            <Button
              variant="secondary"
              aria-expanded={open}
              aria-controls={panel}
              onClick={() => setOpen(!open)}
              className="md:hidden"
            >
              <SlidersHorizontal aria-hidden="true" className="size-5" />
              {count === 0 ? t('list.filters') : t('list.filters_count', { count })}
            </Button>
            <div
              id={panel}
              className={cx(
                'flex flex-wrap items-end gap-x-2 gap-y-3 max-md:w-full',
                more !== undefined && 'w-full',
                !open && 'max-md:hidden',
              )}
            >
              {more !== undefined && <div className="min-w-56 flex-1">{more.fields}</div>}
              {days !== undefined && <Days {...days} />}
            </div>
          </>
        )}
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
