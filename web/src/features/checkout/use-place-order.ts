import { useRef, useState } from 'react'
import { type CheckoutRequest, type OrderPlaced, placeOrder } from './api'
import { attemptKey, endAttempt, isOutcomeKnown } from './attempt'

/** What became of a try: an order, or why not. */
export type Outcome = { placed: OrderPlaced } | { failure: unknown }

/** Placing an order, once. */
export interface PlaceOrder {
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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(undefined)
  // A second press can come before the first has been drawn, so the state alone cannot refuse it.
  const sending = useRef(false)

  async function place(request: CheckoutRequest): Promise<Outcome | undefined> {
    if (sending.current) return undefined
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      const placed = await placeOrder(request, attemptKey(userId))
      endAttempt()
      return { placed }
    } catch (error) {
      if (isOutcomeKnown(error)) endAttempt()
      setFailure(error)
      return { failure: error }
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { busy, failure, place, clear: () => setFailure(undefined) }
}
