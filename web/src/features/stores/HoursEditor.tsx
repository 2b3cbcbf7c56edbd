import { Copy, Plus, Trash2 } from 'lucide-react'
import { weekdays } from '../../domain/store/opening-hours'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { controlStyle } from '../../ui/control-style'
import { cx } from '../../ui/cx'
import { FieldGroup } from '../../ui/FieldGroup'
import { IconButton } from '../../ui/IconButton'
import type { OpeningHours } from './api'

const MOST_A_DAY = 3

interface HoursEditorProps {
  hours: readonly OpeningHours[]
  /** What is wrong with them. */
  error?: string | undefined
  onChange: (hours: OpeningHours[]) => void
}

/** When a store is open, day by day; a day without a time is closed. */
export function HoursEditor({ hours, error, onChange }: HoursEditorProps) {
  const t = useT()
  const of = (day: number) => hours.filter((one) => one.day === day)
  const replace = (day: number, times: OpeningHours[]) =>
    onChange([...hours.filter((one) => one.day !== day), ...times].sort((a, b) => a.day - b.day))
  const monday = of(1)
  return (
    <FieldGroup name="opening_hours" legend={t('store.hours')} error={error}>
      {weekdays.map((day) => (
        <div
          key={day}
          className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2"
        >
          <span className="flex min-h-11 w-24 items-center font-semibold">
            {t(`weekday.${day}`)}
          </span>
          <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
            {placesOf(of(day)).map(({ time, place }) => (
              <div
                key={place}
                dir="ltr"
                className="flex flex-wrap items-center gap-2 rtl:justify-end"
              >
                {(['from', 'to'] as const).map((end) => (
                  <input
                    key={end}
                    type="time"
                    name={`${end}_${day}_${place}`}
                    aria-label={`${t(`weekday.${day}`)}: ${t(`store.hours_${end}`)}`}
                    value={time[end] === '24:00' ? '00:00' : time[end]}
                    onChange={(event) => {
                      const typed = event.target.value
                      const clock = end === 'to' && typed === '00:00' ? '24:00' : typed
                      const times = of(day)
                      times[place] = { ...time, [end]: clock }
                      replace(day, times)
                    }}
                    className={cx(controlStyle, 'w-full max-w-32 min-w-0 tabular')}
                  />
                ))}
                <IconButton
                  icon={<Trash2 aria-hidden="true" className="size-5" />}
                  label={`${t('common.remove')}: ${t(`weekday.${day}`)}`}
                  onClick={() =>
                    replace(
                      day,
                      of(day).filter((_, other) => other !== place),
                    )
                  }
                />
              </div>
            ))}
            {of(day).length === 0 && (
              <span className="flex min-h-11 items-center text-muted">{t('store.closed')}</span>
            )}
          </div>
          {of(day).length < MOST_A_DAY && (
            <Button
              variant="quiet"
              aria-label={`${t('store.hours_add')}: ${t(`weekday.${day}`)}`}
              onClick={() => {
                const last = of(day).at(-1)
                const fresh =
                  last === undefined
                    ? { from: '08:00', to: '20:00' }
                    : { from: last.to, to: '23:00' }
                replace(day, [...of(day), { day, ...fresh }])
              }}
            >
              <Plus aria-hidden="true" className="size-5" />
              {t('store.hours_add')}
            </Button>
          )}
        </div>
      ))}
      {monday.length > 0 && (
        <Button
          variant="quiet"
          className="self-start"
          onClick={() =>
            onChange(weekdays.flatMap((day) => monday.map(({ from, to }) => ({ day, from, to }))))
          }
        >
          <Copy aria-hidden="true" className="size-5" />
          {t('store.hours_copy')}
        </Button>
      )}
    </FieldGroup>
  )
}

/** The times of a day with their places: a time that is being typed has nothing else that stays. */
function placesOf(times: readonly OpeningHours[]) {
  return times.map((time, place) => ({ time, place }))
}
