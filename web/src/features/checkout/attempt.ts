import { newKey } from '../../lib/key'
import { ApiError } from '../../lib/errors'
import { removeItem, saveItem, readItem } from '../../lib/session-storage'

const NAME = 'checkoutAttempt'

/**
 * The key of the order that this person is placing. It stays the same until an answer is known,
 * also across a reload, so that pressing again after a lost connection cannot place a second one.
 */
export function attemptKey(userId: string): string {
  const open = readItem(NAME, userId)
  if (typeof open === 'string' && open !== '') return open
  const key = newKey()
  saveItem(NAME, userId, key)
  return key
}

/** The next order is another one. */
export function endAttempt(): void {
  removeItem(NAME)
}

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
