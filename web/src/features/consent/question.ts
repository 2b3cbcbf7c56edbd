import { useSyncExternalStore } from 'react'
import { readConsent, tagManagerId, writeConsent } from '../../lib/tag-manager'

const listeners = new Set<() => void>()
let askedFor = false

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks once more: somebody wants to think again. */
export function askAgain(): void {
  askedFor = true
  tell()
}

/** Remembers the answer, which ends the question. */
export function answerConsent(said: 'yes' | 'no'): void {
  askedFor = false
  writeConsent(said)
  tell()
}

const onServer = () => false

/** Whether the question stands: never on the server, never in a shop without a tag manager. */
export function useAsking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => tagManagerId() !== '' && (askedFor || readConsent() === 'unasked'),
    onServer,
  )
}

/** Whether there is anything to choose in this shop. */
export function useOffered(): boolean {
  return useSyncExternalStore(subscribe, () => tagManagerId() !== '', onServer)
}
