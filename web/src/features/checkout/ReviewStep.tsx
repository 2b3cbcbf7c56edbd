import type { Cart, CartLine } from '../../domain/order/cart'
import { type ComponentType, Fragment, type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { AddressLines } from '../../domain/address/AddressLines'
import { cartPounds } from '../../domain/order/cart-pounds'
import { Pounds } from '../../domain/money/Pounds'
import { chargedPounds } from '../../domain/money/pounds'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { TextArea } from '../../ui/TextArea'
import type { PaymentFormData } from './api'
import { BlockedNotice, ChangedNotice } from './ChangedNotice'
import { type CashDraft, cashWish } from '../../domain/order/cash'
import { unavailableLines, cartDifferences } from './differences'
import type { CheckoutAddress } from './draft'
import { FailureNotice } from './FailureNotice'
import { OrderLines } from '../../domain/order/OrderLines'
import { TotalBar } from '../../domain/order/TotalBar'
import { CheckoutTotals } from './CheckoutTotals'
import { lastFour, type Payment } from './payment'
import { SandboxNote } from './SandboxNote'
import { SavedCardName } from '../../domain/card/SavedCardName'
import type { Step } from './steps'

const NOTE_MOST = 500

interface ReviewStepProps {
  cart: Cart
  /** The cart as the shopper last saw and accepted it. */
  seen: Cart
  address: CheckoutAddress
  payment: Payment
  /** How the courier will be paid, as it was typed. */
  cash: CashDraft
  form: PaymentFormData
  note: string
  /** Whether the rest is sent when something is missing and no answer comes in time. */
  partly: boolean
  busy: boolean
  failure: unknown
  /** A word about products with the same active ingredient, if any. */
  warning?: ReactNode
  Notices: ComponentType<{ line: CartLine }>
  onNote: (note: string) => void
  onPartly: (partly: boolean) => void
  onAccept: () => void
  onStep: (step: Step) => void
  onPlace: () => void
}

/** Everything once more, what changed meanwhile, and the button that places the order. */
export function ReviewStep(props: ReviewStepProps) {
  const { cart, seen, address, payment, form, note, busy, failure } = props
  const t = useT()
  const changes = cartDifferences(seen, cart)
  const short = unavailableLines(cart).length > 0
  const ready = changes.length === 0 && !short
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {failure !== undefined && (
          <FailureNotice
            failure={failure}
            onChangePayment={() => props.onStep('payment')}
            onChangeAddress={() => props.onStep('address')}
          />
        )}
        {short && <BlockedNotice />}
        {!short && changes.length > 0 && (
          <ChangedNotice differences={changes} onAccept={props.onAccept} />
        )}
        {props.warning}
        <Part title={t('checkout.review_items')}>
          <OrderLines lines={cart.cart} Notices={props.Notices} />
        </Part>
        <div className="grid gap-4 sm:grid-cols-2">
          <Part
            title={t('checkout.review_address')}
            change={t('checkout.change_address')}
            onChange={() => props.onStep('address')}
          >
            <AddressLines address={address} />
          </Part>
          <Part
            title={t('checkout.review_payment')}
            change={t('checkout.change_payment')}
            onChange={() => props.onStep('payment')}
          >
            <PaymentLine payment={payment} form={form} cart={cart} cash={props.cash} />
          </Part>
        </div>
        <Card>
          <TextArea
            name="note"
            optional
            rows={2}
            maxLength={NOTE_MOST}
            label={t('checkout.note')}
            hint={t('checkout.note_hint')}
            value={note}
            onChange={(event) => props.onNote(event.target.value)}
          />
          <Checkbox
            name="partly"
            label={t('checkout.partly')}
            checked={props.partly}
            onChange={(event) => props.onPartly(event.target.checked)}
            className="mt-2"
          />
        </Card>
      </div>
      <Card as="aside" aria-label={t('checkout.your_order')} className="lg:sticky lg:top-24">
        {form.sandbox && payment.with !== 'cash' && (
          <div className="mb-4">
            <SandboxNote />
          </div>
        )}
        <CheckoutTotals cart={cart} />
        <TotalBar total={cart.total}>
          <Button full busy={busy} disabled={!ready} onClick={props.onPlace}>
            {t(payment.with === 'hosted' ? 'checkout.go_to_bank' : 'checkout.place_order')}
          </Button>
        </TotalBar>
        <p role="status" className="mt-3 text-sm text-muted">
          {busy ? t('checkout.placing') : t('checkout.terms')}
        </p>
        <Button
          variant="quiet"
          full
          aria-disabled={busy}
          onClick={busy ? undefined : () => props.onStep('payment')}
          className="mt-2"
        >
          {t('checkout.back')}
        </Button>
      </Card>
    </div>
  )
}

interface PartProps {
  title: string
  change?: string
  onChange?: () => void
  children: ReactNode
}

function Part({ title, change, onChange, children }: PartProps) {
  const t = useT()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        {onChange !== undefined && (
          <Button
            variant="quiet"
            aria-label={change}
            onClick={onChange}
            className="-my-2 -me-3 px-3"
          >
            {t('checkout.change')}
          </Button>
        )}
      </div>
      {children}
    </Card>
  )
}

/** The cart's total in pounds, for whoever pays in them. */
function OrPounds({ cart }: { cart: Cart }) {
  const t = useT()
  const pounds = cartPounds(cart)
  if (pounds === undefined) return null
  return t.nodes('money.about', { pounds: <Pounds key="pounds" amount={pounds.total} /> })
}

/** In which currency the courier is paid, and what change is needed for, where it was said. */
function CashLine({ cash }: { cash: CashDraft }) {
  const t = useT()
  const wish = cashWish(cash)
  if (wish?.pay_with === undefined) return null
  const { hands_usd: dollars = 0, hands_lbp: pounds = 0 } = wish
  return (
    <p className="text-muted">
      {t(`checkout.cash_${wish.pay_with}`)}
      {(dollars > 0 || pounds > 0) && (
        <>
          {' · '}
          {t.nodes('checkout.change_for', {
            amount: (
              <b key="amount" className="text-ink">
                {dollars > 0 && <bdi dir="ltr">{formatPrice(dollars)}</bdi>}
                {dollars > 0 && pounds > 0 && ' + '}
                {pounds > 0 && <Pounds amount={pounds} />}
              </b>
            ),
          })}
        </>
      )}
    </p>
  )
}

function PaymentLine({
  payment,
  form,
  cart,
  cash,
}: {
  payment: Payment
  form: PaymentFormData
  cart: Cart
  cash: CashDraft
}) {
  const t = useT()
  if (payment.with === 'cash') {
    return (
      <>
        <p className="font-semibold">{t('checkout.pay_cash')}</p>
        <p className="text-muted">
          {t.nodes('checkout.you_pay_cash', {
            amount: (
              <Fragment key="amount">
                <bdi dir="ltr" className="font-semibold tabular">
                  {formatPrice(cart.total)}
                </bdi>{' '}
                <OrPounds cart={cart} />
              </Fragment>
            ),
          })}
        </p>
        {cartPounds(cart) !== undefined && <CashLine cash={cash} />}
      </>
    )
  }
  if (payment.with === 'hosted') {
    return (
      <>
        <p className="font-semibold">{t('checkout.card_new')}</p>
        <p className="text-muted">{t('checkout.hosted_text')}</p>
        {form.inPounds === true && cart.rate !== undefined && (
          <p className="mt-1">
            {t.nodes('checkout.charged_pounds', {
              pounds: (
                <b key="pounds">
                  <Pounds amount={chargedPounds(cart.total, cart.rate.lbp_per_usd)} />
                </b>
              ),
            })}
          </p>
        )}
      </>
    )
  }
  const saved = payment.with === 'saved'
  return (
    <p className="font-semibold">
      <SavedCardName
        brand={saved ? form.brand : ''}
        last4={saved ? form.last4 : lastFour(payment.card.card_number)}
      />
    </p>
  )
}
