import { type OrderStatus, orderStatuses } from '../../domain/order/order-status'
import { pageText, readDay, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'

/** What the desk of a store shows, as its address says it. */
export interface DeskQuery {
  /** One status, `open` for what somebody has to work on, empty for all. */
  status: OrderStatus | 'open' | ''
  /** Part of a number, of a phone or of a name; empty for all. */
  q: string
  /** First and last day, as `2026-11-15`; empty for no bound. */
  from: string
  to: string
  page: number
  /** The order that is open; empty for none. */
  order: string
}

/** Reads the address of a desk; what makes no sense is left out. Without a status it shows what is open. */
export function readDeskQuery(search: string): DeskQuery {
  const values = readQuery(search)
  const status = values.get('status')
  return {
    status: status === 'all' ? '' : (orderStatuses.find((known) => known === status) ?? 'open'),
    q: (values.get('q') ?? '').trim().slice(0, 100),
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    page: readPage(values),
    order: values.get('order') ?? '',
  }
}

/** The address of a store's desk in that state. */
export function deskAddress(
  store: string,
  { status, q, from, to, page, order }: DeskQuery,
): string {
  return `/store/${encodeURIComponent(store)}/orders${writeQuery([
    ['status', status === 'open' ? '' : status === '' ? 'all' : status],
    ['q', q],
    ['from', from],
    ['to', to],
    ['page', pageText(page)],
    ['order', order],
  ])}`
}

/** The filter as the server takes it. */
export function deskFilter({ status, q, from, to }: DeskQuery) {
  return {
    ...(status === '' ? {} : { status }),
    ...(q === '' ? {} : { q }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
