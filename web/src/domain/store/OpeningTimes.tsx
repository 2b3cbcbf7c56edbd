import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { dayRanges, daysText } from './opening-hours'

/** When a store is open, days with the same hours in one line. */
export function OpeningTimes({
  hours,
}: {
  hours: readonly components['schemas']['OpeningHours'][]
}) {
  const t = useT()
  return (
    <ul className="text-sm">
      {dayRanges(hours).map((range) => (
        <li key={range.first} className="flex flex-wrap gap-x-2">
          <span>{daysText(t, range)}:</span>
          {range.times.length === 0 ? (
            <span className="text-muted">{t('store.closed')}</span>
          ) : (
            <bdi dir="ltr" className="tabular">
              {range.times.join(', ')}
            </bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
