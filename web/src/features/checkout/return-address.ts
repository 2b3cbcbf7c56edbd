import { readQuery, writeQuery } from '../../lib/query-string'

/** Where one sees what became of a payment on the gateway's page. */
export function returnAddress(attempt: string): string {
  return `/user/checkout/return${writeQuery([['attempt', attempt]])}`
}

/** The payment that an address is about; empty when it names none. Gateways add words of their own, which say nothing. */
export function readAttempt(search: string): string {
  return readQuery(search).get('attempt') ?? ''
}
