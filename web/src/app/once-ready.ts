const TIMEOUT_MS = 3000

/**
 * Attempts something now, and again whenever the page changes, until it says it is done: a screen may
 * still be loading. Gives up after a moment, or at once when the person begins to scroll or type.
 */
export function onceReady(attempt: () => boolean): () => void {
  if (attempt()) return () => {}
  const changes = new MutationObserver(() => {
    if (attempt()) stop()
  })
  const timer = setTimeout(() => stop(), TIMEOUT_MS)
  const stop = () => {
    changes.disconnect()
    clearTimeout(timer)
    for (const event of ['wheel', 'touchstart', 'keydown'] as const)
      window.removeEventListener(event, stop)
  }
  changes.observe(document.body, { childList: true, subtree: true })
  for (const event of ['wheel', 'touchstart', 'keydown'] as const) {
    window.addEventListener(event, stop, { passive: true })
  }
  return stop
}
