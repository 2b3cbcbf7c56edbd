import { useSyncExternalStore } from 'react'

/** What the service worker tells about the last thing it fetched. */
interface ConnectionNews {
  about: 'connection'
  reached: boolean
}

let reached = true
const listeners = new Set<() => void>()

function set(now: boolean): void {
  if (now === reached) return
  reached = now
  for (const listener of listeners) listener()
}

/** Hears from the browser and from the service worker whether there is a connection. */
export function watchConnection(): void {
  window.addEventListener('online', () => set(true))
  window.addEventListener('offline', () => set(false))
  if (!navigator.onLine) set(false)
  // What it fetched before this page could listen.
  navigator.serviceWorker?.controller?.postMessage({ about: 'connection' })
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) set(data.reached)
  })
}

function isNews(data: unknown): data is ConnectionNews {
  return (
    typeof data === 'object' &&
    data !== null &&
    'about' in data &&
    data.about === 'connection' &&
    'reached' in data
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the shop can be reached, as far as is known. The first paint takes it for granted. */
export function useConnection(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reached,
    () => true,
  )
}
