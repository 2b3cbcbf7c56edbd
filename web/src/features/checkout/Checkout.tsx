import type { Cart, CartLine } from '../../domain/order/cart'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from '../../lib/router'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { Stepper } from '../../ui/Stepper'
import { AddressStep } from './AddressStep'
import type { AddressFormData, OrderPlaced, PaymentFormData } from './api'
import {
  type CheckoutDraft,
  deleteCheckoutDraft,
  isAddressComplete,
  saveCheckoutDraft,
  readCheckoutDraft,
  prefilledAddress,
} from './draft'
import { OrderLines } from '../../domain/order/OrderLines'
import { CheckoutTotals } from './CheckoutTotals'
import { noCash } from '../../domain/order/cash'
import { leaveForPayment } from './leave-for-payment'
import { asksForCard, type Payment, toRequest, waysToPay } from './payment'
import { PaymentStep } from './PaymentStep'
import { ReviewStep } from './ReviewStep'
import { reachable, readStep, type Step, stepAddress, steps } from './steps'
import { usePlaceOrder } from './use-place-order'

interface CheckoutProps {
  cart: Cart
  addressForm: AddressFormData
  paymentForm: PaymentFormData
  warning?: ReactNode
  /** What changed on a line since it was put into the cart. */
  Notices: ComponentType<{ line: CartLine }>
  /** Looks at the cart again: prices and stock move. */
  onLookAgain: () => Promise<unknown>
  onPlaced: (placed: OrderPlaced) => Promise<void>
}

/** The fields that the server did not take, by the step that asks for them. */
const stepOfField: Readonly<Record<string, Step>> = {
  hands_usd: 'payment',
  hands_lbp: 'payment',
  card_name: 'payment',
  card_number: 'payment',
  cvv: 'payment',
  exp_date: 'payment',
}

/** The three steps. The address says which one; what was typed is saved as a draft, a card never. */
export function Checkout(props: CheckoutProps) {
  const { cart, addressForm, paymentForm, onLookAgain, onPlaced } = props
  const t = useT()
  const navigate = useNavigate()
  const { search } = useLocation()
  const userId = addressForm.user.id
  const [draft, setDraft] = useState<CheckoutDraft>(() => readCheckoutDraft(userId))
  const [payment, setPayment] = useState<Payment>()
  const [seen, setSeen] = useState(cart)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const placing = usePlaceOrder(userId)

  const way = waysToPay(paymentForm).find((one) => one === draft.payWith)
  const withoutCard = way !== undefined && !asksForCard(way) ? way : undefined
  const chosen: Payment | undefined =
    payment ?? (withoutCard === undefined ? undefined : { with: withoutCard })
  const asked = readStep(search)
  const step = reachable(asked, {
    address: isAddressComplete(draft.address),
    payment: chosen !== undefined,
  })
  const heading = useFocusOnStep(step)

  function note(change: Partial<CheckoutDraft>) {
    const next = { ...draft, ...change }
    setDraft(next)
    saveCheckoutDraft(userId, next)
  }

  function go(to: Step) {
    placing.clear()
    navigate(stepAddress(to))
  }

  async function place() {
    if (chosen === undefined || draft.address === undefined) return
    setRefused({})
    const outcome = await placing.place(
      toRequest({
        address: draft.address,
        payment: chosen,
        note: draft.note ?? '',
        total: cart.total,
        rate: cart.rate?.lbp_per_usd ?? 0,
        cash: draft.cash ?? noCash,
        partly: draft.partly ?? false,
      }),
    )
    if (outcome === undefined) return
    if ('failure' in outcome) {
      showWhereToMend(outcome.failure)
      return
    }
    if ('redirect' in outcome) {
      // What was typed stays: the shopper may come back without having paid.
      leaveForPayment(outcome.redirect.redirect)
      return
    }
    deleteCheckoutDraft()
    await onPlaced(outcome.placed)
  }

  /** What a refusal says about the cart or about a field is shown where it can be mended. */
  function showWhereToMend(failure: unknown) {
    if (!(failure instanceof ApiError)) return
    if (failure.status === 409 || failure.code === 'cart_empty') void onLookAgain()
    const [field] = Object.keys(failure.fields)
    if (field === undefined) return
    setRefused(failure.fields)
    navigate(stepAddress(stepOfField[field] ?? 'address'))
  }

  const lookAgain = useEffectEvent(() => void onLookAgain())
  useEffect(() => {
    if (step === 'review') lookAgain()
  }, [step])

  const titles = [t('checkout.step_address'), t('checkout.step_payment'), t('checkout.step_review')]
  const position = steps.indexOf(step)
  return (
    <div className="page-width py-6 lg:py-8">
      <h1 className="mb-5 text-2xl lg:text-3xl">{t('checkout.title')}</h1>
      <Stepper steps={titles} current={position} className="mx-auto mb-6 max-w-2xl" />
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {titles[position]}
      </h2>
      {step === 'review' && chosen !== undefined && draft.address !== undefined ? (
        <ReviewStep
          cart={cart}
          seen={seen}
          address={draft.address}
          payment={chosen}
          cash={draft.cash ?? noCash}
          form={paymentForm}
          note={draft.note ?? ''}
          partly={draft.partly ?? false}
          busy={placing.busy}
          failure={placing.failure}
          warning={props.warning}
          Notices={props.Notices}
          onNote={(text) => note({ note: text })}
          onPartly={(partly) => note({ partly })}
          onAccept={() => setSeen(cart)}
          onStep={go}
          onPlace={() => void place()}
        />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-6">
          <Card>
            {step === 'address' ? (
              <AddressStep
                initial={draft.address ?? prefilledAddress(addressForm)}
                saved={addressForm.user.addresses}
                refused={refused}
                onTyped={(address) => note({ address })}
                onNext={(address) => {
                  note({ address })
                  go('payment')
                }}
              />
            ) : (
              <PaymentStep
                form={paymentForm}
                chosen={payment?.with ?? draft.payWith}
                card={payment !== undefined && 'card' in payment ? payment.card : undefined}
                again={asked === 'review'}
                refused={refused}
                cash={cart.rate === undefined ? undefined : (draft.cash ?? noCash)}
                onCash={(cash) => note({ cash })}
                onChosen={(payWith) => {
                  setPayment(undefined)
                  note({ payWith })
                }}
                onBack={() => go('address')}
                onNext={(next) => {
                  setPayment(next)
                  note({ payWith: next.with })
                  go('review')
                }}
              />
            )}
          </Card>
          <Card
            as="aside"
            aria-label={t('checkout.your_order')}
            className="flex flex-col gap-4 lg:sticky lg:top-24"
          >
            <div className="hidden lg:block">
              <OrderLines lines={cart.cart} />
            </div>
            <CheckoutTotals cart={cart} />
          </Card>
        </div>
      )}
    </div>
  )
}

/** Another step is another page to whoever listens to it or scrolls through it. */
function useFocusOnStep(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
