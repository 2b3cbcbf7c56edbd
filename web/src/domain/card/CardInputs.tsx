import type { FocusEvent } from 'react'
import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'
import { BrandMarks } from './BrandMarks'
import { brandOf, cvvDigits, slashExpiry, type TypedText, typeCardNumber } from './typing'

type CardFieldName = 'card_name' | 'card_number' | 'exp_date' | 'cvv'

/** What the inputs need of the form around them. */
interface CardFormControls {
  field: (name: CardFieldName) => FieldProps
  value: (name: CardFieldName) => string
  set: (name: CardFieldName, value: string) => void
}

interface CardInputsProps {
  form: CardFormControls
  /** The card that the form began with; its masked number stands for the stored one. */
  saved?: { mask: string; brand: string } | undefined
}

/** Name, number, expiry date and CVV of a card. The number shows its groups and its brand. */
export function CardInputs({ form, saved }: CardInputsProps) {
  const t = useT()
  const mask = saved?.mask ?? ''
  const number = form.value('card_number')
  const brand = saved !== undefined && number === mask ? saved.brand : brandOf(number)
  const numberField = formatted(form.field('card_number'), (typed) => typeCardNumber(typed, mask))
  return (
    <>
      <TextInput
        {...form.field('card_name')}
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
          hint={saved === undefined ? undefined : t('card.keep_number')}
          autoComplete="cc-number"
          inputMode="numeric"
        />
        <BrandMarks recognised={brand} />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextInput
          {...formatted(form.field('exp_date'), slashExpiry)}
          ltr
          required
          label={t('card.exp_date')}
          hint={t('card.exp_date_hint')}
          autoComplete="cc-exp"
          inputMode="numeric"
        />
        <CvvInput field={form.field('cvv')} again={saved !== undefined} amex={brand === 'amex'} />
      </div>
    </>
  )
}

interface CvvInputProps {
  field: FieldProps
  /** The card is stored, its CVV never is: the hint says why it is asked for again. */
  again: boolean
  /** The card is one of American Express, whose code is on the front. */
  amex?: boolean
}

/** The three or four digits on the card. */
export function CvvInput({ field, again, amex = false }: CvvInputProps) {
  const t = useT()
  return (
    <TextInput
      {...formatted(field, cvvDigits)}
      ltr
      required
      label={t('card.cvv')}
      hint={t(again ? 'card.cvv_again' : amex ? 'card.cvv_hint_amex' : 'card.cvv_hint')}
      autoComplete="cc-csc"
      inputMode="numeric"
    />
  )
}

/** Formats what is typed into a field at each key, and leaves the caret after the same digit. */
function formatted(field: FieldProps, format: (typed: TypedText) => TypedText): FieldProps {
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const input = event.target
      const { text, caret } = format({
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
