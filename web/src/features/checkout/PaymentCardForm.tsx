import { useState } from 'react'
import { CardInputs, CvvInput } from '../../domain/card/CardInputs'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Checkbox } from '../../ui/Checkbox'
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
      {way === 'new' ? (
        <CardInputs form={{ ...form, field }} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <CvvInput field={field('cvv')} again />
        </div>
      )}
      {way === 'new' && <Checkbox {...field('saveCard')} label={t('checkout.save_card')} />}
      <StepButtons onBack={onBack} busy={form.busy} />
    </form>
  )
}
