import { useState } from 'react'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Checkbox } from '../../ui/Checkbox'
import { TextInput } from '../../ui/TextInput'
import type { CheckoutCard } from './payment'
import { StepButtons } from './StepButtons'

interface PaymentCardFormProps {
  /** Of the saved card only the CVV is asked. */
  way: 'saved' | 'new'
  initial: CheckoutCard
  /** Field → rule code, when the server did not take the card. */
  refused?: Readonly<Record<string, string>>
  onBack: () => void
  onNext: (card: CheckoutCard) => void
}

/** The card to pay with. */
export function PaymentCardForm({ way, initial, refused, onBack, onNext }: PaymentCardFormProps) {
  const t = useT()
  const [touched, setTouched] = useState(false)
  const form = useRulesForm<CheckoutCard>('payment', initial, async (clean) => onNext(clean))

  function field(name: keyof CheckoutCard): FieldProps {
    const props = form.field(name)
    const code = touched ? undefined : refused?.[name]
    return { ...props, error: props.error ?? (code && (t.maybe(`rule.${code}`) ?? code)) }
  }

  return (
    <form
      noValidate
      onSubmit={form.submit}
      onChange={() => setTouched(true)}
      className="flex flex-col gap-4"
    >
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        {way === 'new' && (
          <>
            <TextInput
              {...field('card_name')}
              required
              label={t('card.name')}
              autoComplete="cc-name"
              className="sm:col-span-2"
            />
            <TextInput
              {...field('card_number')}
              ltr
              required
              label={t('card.number')}
              inputMode="numeric"
              autoComplete="cc-number"
              className="sm:col-span-2"
            />
            <TextInput
              {...field('exp_date')}
              ltr
              required
              label={t('card.exp_date')}
              hint={t('card.exp_date_hint')}
              inputMode="numeric"
              autoComplete="cc-exp"
            />
          </>
        )}
        <TextInput
          {...field('cvv')}
          ltr
          required
          label={t('card.cvv')}
          hint={t(way === 'saved' ? 'card.cvv_again' : 'card.cvv_hint')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      {way === 'new' && <Checkbox {...field('saveCard')} label={t('checkout.save_card')} />}
      <StepButtons onBack={onBack} busy={form.busy} />
    </form>
  )
}
