import type { OrderStatus } from '../../domain/order/order-status'
import type { Translate } from '../../lib/i18n'
import type { Order } from './api'

/** A status in the reader's words. */
export function statusName(t: Translate, status: OrderStatus): string {
  return t(`order.status_${status}`)
}

/** One place on the way of an order. */
export interface Milestone {
  status: OrderStatus
  /** When it was reached; undefined for what is still to come. */
  at?: string
  state: 'done' | 'now' | 'later'
}

const way: readonly OrderStatus[] = [
  'placed',
  'confirmed',
  'preparing',
  'out_for_delivery',
  'delivered',
]

/** The way of an order: what it has passed, where it is, and what is still to come. */
export function milestones({ history, status }: Pick<Order, 'history' | 'status'>): Milestone[] {
  const passed = history.map(({ status: reached, at }, place): Milestone => ({
    status: reached,
    at,
    state: place === history.length - 1 ? lastState(status) : 'done',
  }))
  // A cancelled order goes nowhere any more, nor does one that came back.
  if (status === 'cancelled' || status === 'returned') return passed
  // A delivery that failed is tried again.
  const rest = way.slice(way.indexOf(status === 'delivery_failed' ? 'preparing' : status) + 1)
  return [...passed, ...rest.map((later): Milestone => ({ status: later, state: 'later' }))]
}

/** Nothing follows a delivery: it is done, not under way. */
function lastState(status: OrderStatus): Milestone['state'] {
  return status === 'delivered' ? 'done' : 'now'
}
