import { Banknote, CreditCard } from 'lucide-react'
import { type FormEvent, Fragment, type ReactNode, useId, useState } from 'react'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { cx } from '../../ui/cx'
import type { PaymentFormData } from './api'
import { SavedCardName } from '../../domain/card/SavedCardName'
import { PaymentCardForm } from './PaymentCardForm'
import type { PayWith } from './draft'
import {
  asksForCard,
  type CheckoutCard,
  emptyCard,
  type Payment,
  usualWay,
  waysToPay,
} from './payment'
import { SandboxNote } from './SandboxNote'
import { type CashDraft, cashErrors } from '../../domain/order/cash'
import { CashFields } from '../../domain/order/CashFields'
import { StepButtons } from './StepButtons'

interface PaymentStepProps {
  form: PaymentFormData
  /** The way that is chosen already; undefined before anything was. */
  chosen: PayWith | undefined
  /** The card as it was typed, while this page lives. */
  card: CheckoutCard | undefined
  /** Card data went with a reload and have to be typed again. */
  again: boolean
  refused?: Readonly<Record<string, string>>
  /** How the courier will be paid; undefined in a shop without a rate, where nobody is asked. */
  cash: CashDraft | undefined
  onCash: (cash: CashDraft) => void
  onChosen: (way: PayWith) => void
  onBack: () => void
  onNext: (payment: Payment) => void
}

/** How to pay. What is typed here stays in memory: a reload forgets it. */
export function PaymentStep(props: PaymentStepProps) {
  const { form, chosen, card, again, refused, cash, onChosen, onBack, onNext } = props
  const t = useT()
  const ways = waysToPay(form)
  const [way, setWay] = useState(ways.find((one) => one === chosen) ?? usualWay(form))
  const formId = useId()
  const [wrong, setWrong] = useState({ usd: false, lbp: false })
  const takesCards = form.methods.includes('card')

  function choose(next: PayWith) {
    setWay(next)
    onChosen(next)
  }

  function payWithoutCard(event: FormEvent, chosenWay: 'cash' | 'hosted') {
    event.preventDefault()
    if (chosenWay === 'cash' && cash !== undefined) {
      const found = cashErrors(cash)
      setWrong(found)
      if (found.usd || found.lbp) return
    }
    onNext({ with: chosenWay })
  }

  const labels: Record<PayWith, { title: ReactNode; text?: string; icon: ReactNode }> = {
    saved: {
      title: <SavedCardName brand={form.brand} last4={form.last4} />,
      text: t('card.expires', { date: form.decryptedExpDate }),
      icon: <CreditCard aria-hidden="true" className="size-6" />,
    },
    new: {
      title: t(ways.includes('saved') ? 'checkout.card_other' : 'checkout.card_new'),
      icon: <CreditCard aria-hidden="true" className="size-6" />,
    },
    hosted: {
      title: t('checkout.card_new'),
      text: t('checkout.hosted_text'),
      icon: <CreditCard aria-hidden="true" className="size-6" />,
    },
    cash: {
      title: t('checkout.pay_cash'),
      text: t('checkout.pay_cash_text'),
      icon: <Banknote aria-hidden="true" className="size-6" />,
    },
  }

  return (
    <div className="flex flex-col gap-5">
      {form.sandbox && takesCards && <SandboxNote cards={form.hosted !== true} />}
      {form.cardsDown === true && <Alert tone="warning">{t('checkout.cards_down')}</Alert>}
      {!takesCards && <Alert tone="info">{t('checkout.cash_only')}</Alert>}
      {again && asksForCard(way) && <Alert tone="info">{t('checkout.card_again')}</Alert>}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">{t('checkout.payment_method')}</legend>
        {ways.map((one) => (
          <Fragment key={one}>
            <label
              className={cx(
                'flex min-h-14 cursor-pointer items-center gap-3 rounded-control border px-4 py-3 transition-colors',
                one === way ? 'border-primary bg-primary-tint' : 'border-line hover:border-primary',
              )}
            >
              <input
                type="radio"
                name="payment_method"
                value={one}
                checked={one === way}
                onChange={() => choose(one)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{labels[one].title}</span>
                {labels[one].text !== undefined && (
                  <span className="block text-sm text-muted">{labels[one].text}</span>
                )}
              </span>
              <span className="shrink-0 text-muted">{labels[one].icon}</span>
            </label>
            {one === way && asksForCard(one) && (
              <div className="py-1 ps-1 sm:ps-4">
                <PaymentCardForm
                  id={formId}
                  way={one}
                  brand={form.brand}
                  initial={one === chosen && card !== undefined ? card : emptyCard(one, form)}
                  {...(refused === undefined ? {} : { refused })}
                  onNext={(typed) => onNext({ with: one, card: typed })}
                />
              </div>
            )}
            {one === way && one === 'cash' && cash !== undefined && (
              <div className="py-1 ps-1 sm:ps-4">
                <CashFields
                  cash={cash}
                  wrong={wrong}
                  onTyped={(typed) => {
                    setWrong({ usd: false, lbp: false })
                    props.onCash(typed)
                  }}
                />
              </div>
            )}
          </Fragment>
        ))}
      </fieldset>
      {!asksForCard(way) && (
        <form id={formId} onSubmit={(event) => payWithoutCard(event, way)} className="hidden" />
      )}
      <StepButtons form={formId} onBack={onBack} />
    </div>
  )
}
