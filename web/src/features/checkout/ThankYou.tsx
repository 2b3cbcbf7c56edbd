import { CircleCheckBig } from 'lucide-react'
import { type PromisedTime, PromisedTimes, promisedTimes } from '../../domain/store/PromisedTimes'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'
import type { OrderPlaced } from './api'

/** What the thank-you panel tells of an order. */
export interface PlacedOrder {
  number: string
  transactionId: string
  /** When its parts arrive, as it was promised. */
  promised: readonly PromisedTime[]
}

/** What the thank-you panel tells of an order that was placed. */
export function placedOrder(
  { number, fulfilments }: OrderPlaced['order'],
  transactionId: string,
): PlacedOrder {
  return { number, transactionId, promised: promisedTimes(fulfilments) }
}

/** Navigation state that carries a placed order to the order history. */
export interface PlacedState {
  placed: PlacedOrder
}

/** Finds the placed order in a navigation state, which may be anything. */
export function placedOf(state: unknown): PlacedOrder | null {
  if (typeof state !== 'object' || state === null || !('placed' in state)) return null
  const { placed } = state
  if (typeof placed !== 'object' || placed === null) return null
  if (!('number' in placed) || !('transactionId' in placed)) return null
  const { number, transactionId } = placed
  if (typeof number !== 'string' || typeof transactionId !== 'string') return null
  const promised = 'promised' in placed && Array.isArray(placed.promised) ? placed.promised : []
  return { number, transactionId, promised: promised as PromisedTime[] }
}

/** Thanks for the order, with the number to ask for it by. */
export function ThankYou({ placed }: { placed: PlacedOrder }) {
  const t = useT()
  return (
    <Card as="section" className="flex flex-col items-center gap-3 text-center">
      <CircleCheckBig aria-hidden="true" className="size-12 text-primary" />
      <h2 className="text-2xl">{t('checkout.thank_you')}</h2>
      <p className="max-w-xl">
        {t.nodes('checkout.thank_you_text', {
          number: (
            <bdi key="number" dir="ltr" className="font-bold tabular">
              {placed.number}
            </bdi>
          ),
        })}
      </p>
      <div className="font-semibold">
        <PromisedTimes times={placed.promised} />
      </div>
      <p className="text-muted">
        {t.nodes('checkout.transaction', {
          id: (
            <bdi key="id" dir="ltr" className="break-all tabular">
              {placed.transactionId}
            </bdi>
          ),
        })}
      </p>
      <LinkButton to={`/order/${encodeURIComponent(placed.number)}`} variant="secondary">
        {t('checkout.see_order')}
      </LinkButton>
    </Card>
  )
}
