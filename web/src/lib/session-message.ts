import shop from '../../../contract/shop.json'

/** Key of the one message that the next Home screen shows. */
const MESSAGE = shop.storage_keys.session_message
/** 'true' while this browser session is signed in. */
const AUTHENTICATED = shop.storage_keys.authenticated

/**
 * The messages the shop itself leaves, as the specification words them. The English text is what
 * is stored; the screen shows the text of the key, so a language change in between is honoured.
 */
export const KNOWN_MESSAGES = {
  'Welcome!': 'session.welcome',
  'You have been logged out': 'session.logged_out',
  'Order placed': 'session.order_placed',
} as const

/** One of the messages that have a text in both languages. */
type KnownMessage = keyof typeof KNOWN_MESSAGES

// Storage can be refused (private windows, blocked cookies); a lost message is not worth a crash.
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Calls back whenever the message changes in this tab, until the returned function is called. */
export function onSessionMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Leaves a message for the next Home screen. */
export function setSessionMessage(message: KnownMessage): void {
  quietly(() => sessionStorage.setItem(MESSAGE, message), undefined)
  changed()
}

/** The message on screen. It has left the storage: a reload does not say it again. */
let shown: string | null = null

/** The message waiting to be shown or on screen, if any. */
export function readSessionMessage(): string | null {
  return quietly(() => sessionStorage.getItem(MESSAGE), null) ?? shown
}

/** A screen shows the message. */
export function takeSessionMessage(): void {
  shown = readSessionMessage()
  quietly(() => sessionStorage.removeItem(MESSAGE), undefined)
}

/** Forgets the message: it was dismissed, or the person left the screen that showed it. */
export function clearSessionMessage(): void {
  shown = null
  quietly(() => sessionStorage.removeItem(MESSAGE), undefined)
  changed()
}

/** The key of a message's text, or null when it is not one of ours and is shown as it is. */
export function messageKey(message: string): (typeof KNOWN_MESSAGES)[KnownMessage] | null {
  return Object.hasOwn(KNOWN_MESSAGES, message) ? KNOWN_MESSAGES[message as KnownMessage] : null
}

/** Notes in the browser session whether someone is signed in. */
export function noteAuthenticated(signedIn: boolean): void {
  quietly(() => {
    if (signedIn) sessionStorage.setItem(AUTHENTICATED, 'true')
    else sessionStorage.removeItem(AUTHENTICATED)
  }, undefined)
}
