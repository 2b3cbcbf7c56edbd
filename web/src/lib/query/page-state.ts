import type { AttemptOptions } from './query-options'

/** What came back: the reader to the tab, or the line. */
export type Return = 'focus' | 'online'

/**
 * Browsers often call a page offline that is not, so only the event counts. A page that was opened without a line finds
 * out by its first fetch.
 */
let online = true

/** Whether a fetch may begin now. */
export function canFetch(mode: AttemptOptions['networkMode']): boolean {
  return online || mode === 'always'
}

/** Whether somebody may be looking at the tab. */
export function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

/** Tells when the reader or the line comes back, until the function it gives is called. */
export function watchPage(onReturn: (cause: Return) => void): () => void {
  const stop = new AbortController()
  const listen = (event: string, listener: () => void) =>
    window.addEventListener(event, listener, { signal: stop.signal })
  listen('visibilitychange', () => {
    if (isVisible()) onReturn('focus')
  })
  listen('offline', () => {
    online = false
  })
  listen('online', () => {
    if (online) return
    online = true
    onReturn('online')
  })
  return () => stop.abort()
}
