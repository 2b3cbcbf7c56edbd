import { Lock } from 'lucide-react'
import type { FocusEvent, ReactNode } from 'react'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { TextInput } from '../../ui/TextInput'
import { addCard, type CardFields, type SavedCard, updateCard } from './api'
import { BrandMarks } from '../../domain/card/BrandMarks'
import {
  brandOf,
  cvvDigits,
  slashExpiry,
  type TypedText,
  typeCardNumber,
} from '../../domain/card/typing'

interface CardFormProps {
  saved: SavedCard | null
  /** What was done a moment ago, until something goes wrong. */
  done: string | null
  /** The server has it; the code says what was done. */
  onSaved: (code: string) => Promise<void>
  /** Beside the Save button. */
  actions?: ReactNode
}

/** The specification words a failed update; adding says what the server said. */
function whyNot(t: Translate, error: unknown, updating: boolean): string {
  const lost = !(error instanceof ApiError) || error.code === NETWORK
  const text = updating ? t('card.error_update') : errorText(t, error)
  return lost ? `${text}. ${t('common.typed_kept')}` : text
}

/** Lets a field show what was typed in its own shape, digit by digit. */
function shaped(field: FieldProps, shape: (typed: TypedText) => TypedText): FieldProps {
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const input = event.target
      const { text, caret } = shape({
        text: input.value,
        caret: input.selectionStart ?? input.value.length,
      })
      if (text !== input.value) {
        input.value = text
        input.setSelectionRange(caret, caret)
      }
      return field.onChange(event)
    },
  }
}

/**
 * Name, number, CVV and expiry date. Nothing of it is kept in the browser: what is typed lives in
 * the fields alone, and the CVV leaves them with the form.
 */
export function CardForm({ saved, done, onSaved, actions }: CardFormProps) {
  const t = useT()
  const mask = saved?.card_number ?? ''
  const form = useRulesForm<CardFields>(
    saved === null ? 'card' : 'card_update',
    {
      card_name: saved?.card_name ?? '',
      card_number: mask,
      cvv: '',
      exp_date: saved?.exp_date ?? '',
    },
    async (card) => {
      await onSaved(await (saved === null ? addCard(card) : updateCard(card)))
    },
    (t, error) => whyNot(t, error, saved !== null),
  )
  const number = form.value('card_number')
  const recognised = number === mask ? (saved?.brand ?? null) : brandOf(number)
  // In the order of the page: the first wrong field is the first that was named.
  const nameField = form.field('card_name')
  const numberField = shaped(form.field('card_number'), (typed) => typeCardNumber(typed, mask))

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {form.failure === undefined && done !== null && <Alert tone="success">{done}</Alert>}
      <TextInput
        {...nameField}
        required
        label={t('card.name')}
        autoComplete="cc-name"
        spellCheck={false}
      />
      <div>
        <TextInput
          {...numberField}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            if (mask !== '' && event.target.value === mask) event.target.select()
          }}
          onBlur={(event) => {
            void numberField.onBlur(event)
            if (event.target.value === '' && mask !== '') form.set('card_number', mask)
          }}
          ltr
          required
          label={t('card.number')}
          hint={saved === null ? undefined : t('card.keep_number')}
          autoComplete="cc-number"
          inputMode="numeric"
        />
        <BrandMarks recognised={recognised} />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextInput
          {...shaped(form.field('exp_date'), slashExpiry)}
          ltr
          required
          label={t('card.exp_date')}
          hint={t('card.exp_date_hint')}
          autoComplete="cc-exp"
          inputMode="numeric"
        />
        <TextInput
          {...shaped(form.field('cvv'), cvvDigits)}
          ltr
          required
          label={t('card.cvv')}
          hint={saved === null ? t('card.cvv_hint') : t('card.cvv_again')}
          autoComplete="cc-csc"
          inputMode="numeric"
        />
      </div>
      <p className="flex items-start gap-2 text-sm text-muted">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t('card.secure_note')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('card.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
