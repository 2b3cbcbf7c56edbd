import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isoDay } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { FieldGroup } from '../../ui/FieldGroup'
import { IconButton } from '../../ui/IconButton'
import { TextInput } from '../../ui/TextInput'

interface HolidaysEditorProps {
  days: readonly string[]
  /** The day in the field, which was not added yet. */
  typed: string
  /** What is wrong with the days. */
  error?: string | undefined
  onTyped: (day: string) => void
  onChange: (days: string[]) => void
}

/**
 * Days on which a store is closed. While somebody types a year, its first digits make days, too: one is added when
 * they say so.
 */
export function HolidaysEditor({ days, typed, error, onTyped, onChange }: HolidaysEditorProps) {
  const t = useT()
  const [past, setPast] = useState(false)

  function add() {
    const isPast = typed !== '' && isGone(typed)
    setPast(isPast)
    if (isPast) return
    onChange(withDay(days, typed))
    onTyped('')
  }

  return (
    <FieldGroup name="holidays" legend={t('store.holidays')} error={error}>
      {days.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {days.map((day) => (
            <li key={day} className="flex items-center gap-1 rounded-full bg-quiet ps-3">
              <bdi dir="ltr" className="tabular">
                {day}
              </bdi>
              <IconButton
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                label={`${t('common.remove')}: ${day}`}
                onClick={() => onChange(days.filter((other) => other !== day))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <TextInput
          name="holiday"
          type="date"
          label={t('store.holidays_add')}
          value={typed}
          error={past ? t('rule.holiday_past') : undefined}
          onChange={(event) => {
            setPast(false)
            onTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            // Enter in this field adds the day; it does not save the store.
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          className="w-48"
        />
        <Button variant="secondary" className="mt-6" onClick={add}>
          {t('common.add')}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** The days with one more, unless it is none, is over or is there already. */
export function withDay(days: readonly string[], day: string): string[] {
  if (day === '' || isGone(day) || days.includes(day)) return [...days]
  return [...days, day].sort()
}

function isGone(day: string): boolean {
  return day < isoDay(new Date().toISOString())
}
