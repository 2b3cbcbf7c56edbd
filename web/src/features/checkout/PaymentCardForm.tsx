import { useState } from 'react'
import { CardInputs, CvvInput } from '../../domain/card/CardInputs'
import { cardProblems } from '../../domain/card/card-problems'
import { ApiError } from '../../lib/errors'
import { type FieldProps, useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Checkbox } from '../../ui/Checkbox'
import type { CheckoutCard } from './payment'

interface PaymentCardFormProps {
  /** By it a button outside sends the form. */
  id: string
  /** Of the saved card only the CVV is asked. */
  way: 'saved' | 'new'
  /** The brand of the saved card. */
  brand: string
  initial: CheckoutCard
  /** Field → rule code, when the server did not take the card. */
  refused?: Readonly<Record<string, string>>
  onNext: (card: CheckoutCard) => void
}

/** The card to pay with. It is checked here, as the server will, so that nobody learns of it after the review. */
export function PaymentCardForm(props: PaymentCardFormProps) {
  const { id, way, brand, initial, refused, onNext } = props
  const t = useT()
  const [touched, setTouched] = useState(false)
  const form = useRulesForm<CheckoutCard>('payment', initial, async (clean) => {
    const problems = cardProblems(clean, new Date(), way === 'saved' ? { brand } : null)
    if (Object.keys(problems).length > 0) throw new ApiError(400, 'invalid_fields', problems)
    onNext(clean)
  })

  function field(name: keyof CheckoutCard): FieldProps {
    const props = form.field(name)
    const code = touched ? undefined : refused?.[name]
    return { ...props, error: props.error ?? (code && (t.maybe(`rule.${code}`) ?? code)) }
  }

  return (
    <form
      id={id}
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
    </form>
  )
}
