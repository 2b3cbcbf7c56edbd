import { useState } from 'react'
import { CsvButton } from '../../domain/file/CsvButton'
import { useLang, useT } from '../../lib/i18n'
import { ErrorState } from '../../ui/ErrorState'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { TextInput } from '../../ui/TextInput'
import type { Days, ReportRow } from './api'
import { Cash } from './Cash'
import { type GroupBy, groupRows } from './report'

interface ReportViewProps {
  /** Nothing while they are loaded. */
  rows: readonly ReportRow[] | undefined
  /** They could not be loaded. */
  failure: { busy: boolean; onRetry: () => void } | undefined
  days: Days
  /** Whether the report covers several stores. */
  stores: boolean
  /** Asks for the report as a file. */
  file: () => Promise<string>
  onDays: (days: Days) => void
}

const COLUMNS = ['received', 'change', 'expected', 'counted', 'difference'] as const

/** What shifts moved, by day, courier or store, in both currencies. */
export function ReportView({ rows, failure, days, stores, file, onDays }: ReportViewProps) {
  const t = useT()
  const { lang } = useLang()
  const [by, setBy] = useState<GroupBy>('day')
  const groups = groupRows(rows ?? [], by, lang)
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-lg">{t('shift.report')}</h2>
      <div className="flex flex-wrap items-end gap-3">
        <TextInput
          name="from"
          type="date"
          label={t('admin.from_day')}
          value={days.from}
          max={days.to}
          onChange={(event) => onDays({ ...days, from: event.target.value })}
        />
        <TextInput
          name="to"
          type="date"
          label={t('admin.to_day')}
          value={days.to}
          min={days.from}
          onChange={(event) => onDays({ ...days, to: event.target.value })}
        />
        <Select
          name="by"
          label={t('shift.by')}
          value={by}
          options={(stores
            ? (['day', 'courier', 'store'] as const)
            : (['day', 'courier'] as const)
          ).map((value) => ({ value, label: t(`shift.csv_${value}`) }))}
          onChange={(event) => setBy(event.target.value as GroupBy)}
        />
        <CsvButton name="dawa-shifts" read={file} />
      </div>
      {failure !== undefined ? (
        <ErrorState title={t('shift.report_failed')} {...failure} />
      ) : rows === undefined ? (
        <Skeleton className="h-24 rounded-card" />
      ) : groups.length === 0 ? (
        <p className="text-muted">{t('shift.report_empty')}</p>
      ) : (
        // A table that is wider than the screen scrolls, also by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('shift.report')}>
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-start">
                <th scope="col" className="py-2 pe-4 text-start">
                  {t(`shift.csv_${by}`)}
                </th>
                <th scope="col" className="py-2 pe-4 text-end">
                  {t('shift.csv_shifts')}
                </th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className="py-2 pe-4 text-end">
                    {t(`shift.csv_${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {groups.map((group) => (
                <tr key={group.key}>
                  <th scope="row" className="py-2 pe-4 text-start font-semibold whitespace-nowrap">
                    <bdi>{group.name ?? t('shift.csv_house')}</bdi>
                  </th>
                  <td className="py-2 pe-4 text-end tabular">{group.shifts}</td>
                  {COLUMNS.map((column) => (
                    <td
                      key={column}
                      className="py-2 pe-4 text-end whitespace-nowrap [&>span]:flex-nowrap"
                    >
                      <Cash both of={group[column]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
