import { ApiError } from '../../lib/errors'

/** Payments that were given up: the server says that nothing was charged, so all is known. */
const SETTLED = new Set(['payment_timeout', 'payment_unavailable'])

/** Refused before the order was looked at; an earlier attempt may still have arrived. */
const REFUSED_UNREAD = new Set([401, 403, 408, 425, 429])

/**
 * Whether a failure tells what became of the order. A lost connection, a server that broke and a
 * payment still on its way tell nothing.
 */
export function isOutcomeKnown(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  if (SETTLED.has(failure.code)) return true
  return failure.status >= 400 && failure.status < 500 && !REFUSED_UNREAD.has(failure.status)
}
