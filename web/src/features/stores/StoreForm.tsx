import type { ReactNode } from 'react'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { maxLength } from '../../lib/validation'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { TextInput } from '../../ui/TextInput'
import type { StoreFields } from './api'

interface StoreFormProps {
  initial: StoreFields
  save: (clean: StoreFields) => Promise<void>
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

/** What a store is called, where it is and how to reach it. */
export function StoreForm({ initial, save, onTyped, actions }: StoreFormProps) {
  const t = useT()
  const form = useRulesForm<StoreFields>('store', initial, save, whyNotSaved)
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
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('store.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
