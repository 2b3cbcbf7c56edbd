import { useRef } from 'react'
import { isOutcomeKnown } from '../../domain/order/outcome'
import { useMutation } from '../../lib/query/use-mutation'
import { type CheckoutRequest, type OrderPlaced, type PaymentRedirect, placeOrder } from './api'
import { attemptKey, endAttempt } from './attempt'

/** What became of a try: an order, the gateway's page to pay it on, or why not. */
type Outcome = { placed: OrderPlaced } | { redirect: PaymentRedirect } | { failure: unknown }

/** Placing an order, once. */
interface PlaceOrder {
  busy: boolean
  /** Why the last try failed; undefined before it and while another is under way. */
  failure: unknown
  /** Sends the order; undefined when it is being sent already. */
  place: (request: CheckoutRequest) => Promise<Outcome | undefined>
  /** The shopper went on to mend what failed. */
  clear: () => void
}

/** Sends an order under a key that stays until its outcome is known. */
export function usePlaceOrder(userId: string): PlaceOrder {
  // A second press can come before the first is rendered, so the state alone cannot refuse it.
  const sending = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    scope: { id: 'checkout' },
    mutationFn: (request: CheckoutRequest) => placeOrder(request, attemptKey(userId)),
    onSuccess: endAttempt,
    onError: (failure) => {
      if (isOutcomeKnown(failure)) endAttempt()
      // Only then: once the order is placed there is nothing left to press.
      sending.current = false
    },
  })

  async function place(request: CheckoutRequest): Promise<Outcome | undefined> {
    if (sending.current) return undefined
    sending.current = true
    try {
      const result = await mutateAsync(request)
      if ('order' in result) return { placed: result }
      // Whoever comes back from that page by the Back button may press again.
      sending.current = false
      return { redirect: result }
    } catch (failure) {
      return { failure }
    }
  }
  return { busy: isPending, failure: error ?? undefined, place, clear: reset }
}
