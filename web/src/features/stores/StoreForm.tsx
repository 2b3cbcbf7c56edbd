import { type ReactNode, useState } from 'react'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { StoreFields, StoreTimes } from './api'
import { DeliveryFields } from './DeliveryFields'
import { HolidaysEditor, withDay } from './HolidaysEditor'
import { HoursEditor } from './HoursEditor'

interface StoreFormProps {
  initial: StoreFields
  /** Of a store that exists: its times, and whether its licence number is there. */
  existing?: { times: StoreTimes; hasLicenceNo: boolean }
  save: (clean: StoreFields, times: StoreTimes) => Promise<void>
  /** Hears of what is typed. */
  onTyped?: (fields: StoreFields) => void
  /** Beside the Save button. */
  actions?: ReactNode
}

function whyNotSaved(t: Translate, error: unknown): string {
  const text = errorText(t, error)
  return error instanceof ApiError && error.code !== NETWORK
    ? text
    : `${text}. ${t('common.typed_kept')}`
}

const noTimes: StoreTimes = { hours: [], holidays: [], answerMinutes: 0, prepare: '', window: '' }

/** The times that a store can give its customers to answer; 0 is the shop's. */
const answerTimes = [0, 15, 30, 60, 120, 240, 720, 1440]

function AnswerTime({
  minutes,
  onChange,
}: {
  minutes: number
  onChange: (minutes: number) => void
}) {
  const t = useT()
  const times = answerTimes.includes(minutes) ? answerTimes : [...answerTimes, minutes]
  return (
    <Select
      name="answer_minutes"
      label={t('store.answer_minutes')}
      hint={t('store.answer_minutes_hint')}
      value={String(minutes)}
      options={times.map((time) => ({
        value: String(time),
        label:
          time === 0
            ? t('store.answer_default')
            : time % 60 === 0
              ? t('store.answer_hours_choice', { count: time / 60 })
              : t('store.answer_minutes_choice', { count: time }),
      }))}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}

/** What a store is called, where it is and how to reach it; of one that exists also when it is open. */
export function StoreForm({ initial, existing, save, onTyped, actions }: StoreFormProps) {
  const t = useT()
  const [times, setTimes] = useState(existing?.times ?? noTimes)
  const [holiday, setHoliday] = useState('')
  // What the server says against the times is about those that were sent.
  const [sent, setSent] = useState<StoreTimes>()
  const form = useRulesForm<StoreFields>(
    'store',
    initial,
    (clean) => {
      // A day that is typed and not added yet is meant, too.
      const all = { ...times, holidays: withDay(times.holidays, holiday) }
      setHoliday('')
      setTimes(all)
      setSent(all)
      return save(clean, all)
    },
    whyNotSaved,
  )
  const refused = (name: string) => (times === sent ? form.refused(name) : undefined)
  const change = (changed: Partial<StoreTimes>) => {
    setTimes({ ...times, ...changed })
    onTyped?.(form.values())
  }
  return (
    <form
      noValidate
      onSubmit={form.submit}
      onChange={() => onTyped?.(form.values())}
      className="flex flex-col gap-4"
    >
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <TextInput
        {...form.field('name')}
        required
        label={t('store.name')}
        autoComplete="organization"
      />
      <TextInput
        {...form.field('arabic_name')}
        optional
        dir="rtl"
        lang="ar"
        autoComplete="off"
        label={t('store.arabic_name')}
      />
      <TextArea
        {...form.field('description')}
        optional
        rows={3}
        dir="auto"
        maxLength={maxLength('store', 'description')}
        label={t('store.description')}
        hint={t('store.description_hint')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          {...form.field('street')}
          required
          label={t('store.street')}
          autoComplete="address-line1"
        />
        <TextInput
          {...form.field('city')}
          required
          label={t('store.city')}
          autoComplete="address-level2"
        />
        <TextInput
          {...form.field('state')}
          required
          label={t('store.state')}
          autoComplete="address-level1"
        />
        <TextInput
          {...form.field('building')}
          required
          label={t('store.building')}
          autoComplete="address-line2"
        />
        <TextInput
          {...form.field('phone_nb')}
          required
          ltr
          type="tel"
          inputMode="tel"
          label={t('store.phone_nb')}
          autoComplete="tel"
        />
        <TextInput
          {...form.field('whatsapp')}
          optional
          ltr
          type="tel"
          inputMode="tel"
          label={t('store.whatsapp')}
          autoComplete="off"
        />
        <TextInput
          {...form.field('licence_no')}
          optional
          ltr
          className="sm:col-span-2"
          label={t('store.licence_no')}
          hint={t(existing?.hasLicenceNo === true ? 'store.licence_kept' : 'store.licence_hint')}
          autoComplete="off"
        />
      </div>
      {existing !== undefined && (
        <>
          <HoursEditor
            hours={times.hours}
            error={refused('opening_hours')}
            onChange={(hours) => change({ hours })}
          />
          <HolidaysEditor
            days={times.holidays}
            typed={holiday}
            error={refused('holidays')}
            onTyped={setHoliday}
            onChange={(holidays) => change({ holidays })}
          />
          <DeliveryFields times={times} error={refused} onChange={change} />
          <AnswerTime
            minutes={times.answerMinutes}
            onChange={(answerMinutes) => change({ answerMinutes })}
          />
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 text-lg font-semibold">{t('store.invoice')}</legend>
            <TextInput
              {...form.field('legal_name')}
              optional
              dir="auto"
              label={t('store.legal_name')}
              autoComplete="organization"
            />
            <TextInput
              {...form.field('tax_no')}
              optional
              ltr
              label={t('store.tax_no')}
              autoComplete="off"
            />
          </fieldset>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('store.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
