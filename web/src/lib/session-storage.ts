/**
 * Saves a small value in the browser session under a name, for one person only: whoever
 * signs in next in the same tab does not find them. Storage can be refused (private windows,
 * blocked cookies); then nothing is saved and nothing breaks.
 */
export function saveItem(name: string, owner: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ owner, value }))
  } catch {
    // Not saved.
  }
}

/** The value saved for that person, if any; the caller checks its shape. */
export function readItem(name: string, owner: string): unknown {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof found !== 'object' || found === null || !('owner' in found)) return undefined
    return found.owner === owner && 'value' in found ? found.value : undefined
  } catch {
    return undefined
  }
}

/** Removes the value saved under the name. */
export function removeItem(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // There was nothing.
  }
}

/** How names in localStorage begin that signing out leaves alone: what somebody did and the server does not know. */
export const UNSENT = 'unsent:'

/**
 * Removes every value of every person: whoever signs out leaves nothing in the tab. What outlives the
 * tab (recent searches) is a person's too, except what still has to be sent.
 */
export function removeAllItems(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(UNSENT)) localStorage.removeItem(name)
    }
    for (const name of Object.keys(sessionStorage)) {
      if (sessionStorage.getItem(name)?.startsWith('{"owner":')) sessionStorage.removeItem(name)
    }
  } catch {
    // There was nothing.
  }
}
