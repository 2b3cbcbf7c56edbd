import { type OrderStatus, orderStatuses } from '../../domain/order/order-status'
import { foldDigits } from '../../lib/digits'
import { pageText, readDay, readPage } from '../../lib/list-address'
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
  return {
    status: orderStatuses.find((status) => status === values.get('status')) ?? '',
    q: searchText(values.get('q') ?? ''),
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    page: readPage(values),
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
    ['page', pageText(page)],
    ['order', order],
  ])}`
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
