import { useSyncExternalStore } from 'react'

/** What is known about the line to the shop. */
export interface Connection {
  /** The shop answered last time, as far as is known. */
  reached: boolean
  /** When the oldest stored copy on the screen was stored; null when everything is fresh. */
  savedAt: number | null
}

/** What the service worker tells about what it fetched. */
type WorkerNews =
  | { type: 'connection'; reached: boolean }
  /** The answer of an address took too long or failed: this page has a stored copy of it. */
  | { type: 'saved-copy'; address: string; savedAt: number }
  /** The answer of that address has come: asking again gives it. */
  | { type: 'refreshed'; address: string }

const fresh: Connection = { reached: true, savedAt: null }

let connection = fresh
const savedCopies = new Map<string, number>()
const listeners = new Set<() => void>()

function update(reached: boolean): void {
  const savedAt = savedCopies.size === 0 ? null : Math.min(...savedCopies.values())
  if (connection.reached === reached && connection.savedAt === savedAt) return
  connection = { reached, savedAt }
  for (const listener of listeners) listener()
}

/**
 * Hears from the browser and from the service worker whether the shop answers. `onRefresh` is called
 * when what was shown as a stored copy can be asked for again.
 */
export function watchConnection(onRefresh: () => void = () => {}): void {
  const refresh = () => {
    const stale = savedCopies.size > 0
    savedCopies.clear()
    update(true)
    if (stale) onRefresh()
  }
  window.addEventListener('online', refresh)
  window.addEventListener('offline', () => update(false))
  if (!navigator.onLine) update(false)
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isNews(data)) return
    switch (data.type) {
      case 'connection':
        // The line is back: every copy is asked for again, not only the answer that came.
        return data.reached && !connection.reached ? refresh() : update(data.reached)
      case 'saved-copy':
        savedCopies.set(data.address, data.savedAt)
        return update(connection.reached)
      case 'refreshed':
        return refresh()
    }
  })
  // What it fetched before this page could listen.
  navigator.serviceWorker?.controller?.postMessage({ type: 'connection' })
}

function isNews(data: unknown): data is WorkerNews {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  return data.type === 'connection' || data.type === 'saved-copy' || data.type === 'refreshed'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The line to the shop. The first render takes it to be there. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => fresh,
  )
}
