/**
 * Small things kept in the browser session, each under its name and for one person only: whoever
 * signs in next in the same tab does not find them. Storage can be refused (private windows,
 * blocked cookies); then nothing is kept and nothing breaks.
 */
export function saveItem(name: string, owner: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ owner, value }))
  } catch {
    // Not kept.
  }
}

/** What was kept for that person, if anything; the caller judges its shape. */
export function readItem(name: string, owner: string): unknown {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof found !== 'object' || found === null || !('owner' in found)) return undefined
    return found.owner === owner && 'value' in found ? found.value : undefined
  } catch {
    return undefined
  }
}

/** Forgets what was kept under the name. */
export function removeItem(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // There was nothing.
  }
}

/** Forgets everything that was kept for anybody: whoever signs out leaves nothing in the tab. */
export function removeAllItems(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (sessionStorage.getItem(name)?.startsWith('{"owner":')) sessionStorage.removeItem(name)
    }
  } catch {
    // There was nothing.
  }
}
