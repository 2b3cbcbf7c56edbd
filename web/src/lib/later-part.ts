import { useEffect, useSyncExternalStore } from 'react'
import { loadChunk } from './chunk'

/** A part of the page that nobody sees before something has happened: its script comes when the page is alive. */
export interface LaterPart<T> {
  /** The part, or null until it is here. */
  now: () => T | null
  /** Fetches it, unless it is here or on its way. Never rejects. */
  load: () => Promise<void>
  /** Calls back when it is here, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** A later part in a chunk of that name. When it does not arrive, `otherwise` stands in until it is asked for again. */
export function laterPart<T>(
  chunk: string,
  fetchPart: () => Promise<T>,
  otherwise: T,
): LaterPart<T> {
  let part: T | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  async function load() {
    try {
      part = await loadChunk(chunk, fetchPart)
    } catch {
      part = otherwise
      loading = null
    }
    for (const listener of listeners) listener()
  }
  return {
    now: () => part,
    load: () => (loading ??= load()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A later part once it is here. It is fetched when it is first wanted, and never part of what the server renders. */
export function useLaterPart<T>(part: LaterPart<T>, wanted = true): T | null {
  useEffect(() => {
    if (wanted) void part.load()
  }, [part, wanted])
  return useSyncExternalStore(part.subscribe, part.now, () => null)
}
