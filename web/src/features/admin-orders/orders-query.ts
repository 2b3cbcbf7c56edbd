import { type OrderStatus, orderStatuses } from '../../domain/order/order-status'
import { foldDigits } from '../../lib/digits'
import { readQuery, writeQuery } from '../../lib/query-string'

/** What the order list shows, as its address says it. */
export interface OrdersQuery {
  /** Empty for all. */
  status: OrderStatus | ''
  /** Part of a number or of a phone; empty for all. */
  q: string
  /** First and last day, as `2026-11-15`; empty for no bound. */
  from: string
  to: string
  page: number
  /** The order that is open; empty for none. */
  order: string
}

/** Reads the address of the order list; what makes no sense is left out. */
export function readOrdersQuery(search: string): OrdersQuery {
  const values = readQuery(search)
  const page = Number(values.get('page') ?? 1)
  return {
    status: orderStatuses.find((status) => status === values.get('status')) ?? '',
    q: searchText(values.get('q') ?? ''),
    from: dayText(values.get('from')),
    to: dayText(values.get('to')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    order: values.get('order') ?? '',
  }
}

/** The address of the order list in that state. */
export function ordersAddress({ status, q, from, to, page, order }: OrdersQuery): string {
  return `/admin/orders${writeQuery([
    ['status', status],
    ['q', q],
    ['from', from],
    ['to', to],
    ['page', page === 1 ? '' : String(page)],
    ['order', order],
  ])}`
}

/** A day as the address and the server write it; empty when it is none. */
function dayText(value: string | undefined): string {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''
}

/** What is searched for as the server stores it: plain digits, without the country's prefix. */
export function searchText(typed: string): string {
  return foldDigits(typed)
    .trim()
    .replace(/^#/, '')
    .replace(/^(?:\+|00)961\s*/, '')
    .replaceAll(/[\s-]+/g, '')
    .slice(0, 100)
}
