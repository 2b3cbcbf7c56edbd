import { foldDigits } from '../../lib/digits'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'
import type { StoreTimes } from './api'

interface DeliveryFieldsProps {
  times: StoreTimes
  /** What is wrong with what the server calls so. */
  error: (name: string) => string | undefined
  onChange: (changed: Partial<StoreTimes>) => void
}

/** How long an order is prepared and within how long a time it arrives: with the hours, when that is. */
export function DeliveryFields({ times, error, onChange }: DeliveryFieldsProps) {
  const t = useT()
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-lg font-semibold">{t('store.delivery')}</legend>
      <p className="text-sm text-muted sm:col-span-2">{t('store.delivery_hint')}</p>
      <TextInput
        name="prepare_minutes"
        optional
        ltr
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        label={t('store.prepare_minutes')}
        hint={t('store.prepare_hint')}
        value={times.prepare}
        error={error('prepare_minutes')}
        onChange={(event) => onChange({ prepare: minutes(event.target.value) })}
      />
      <TextInput
        name="delivery_window_minutes"
        optional
        ltr
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        label={t('store.delivery_window')}
        hint={t('store.delivery_window_hint')}
        value={times.window}
        error={error('delivery_window_minutes')}
        onChange={(event) => onChange({ window: minutes(event.target.value) })}
      />
    </fieldset>
  )
}

/** Digits, whichever were typed. */
function minutes(typed: string): string {
  return foldDigits(typed).replace(/\D/g, '')
}
