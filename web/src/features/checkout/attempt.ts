import { newKey } from '../../lib/key'
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
