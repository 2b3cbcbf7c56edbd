const waiting = new Set<() => void>()

/**
 * Calls a listener in a task of its own, once, however often it is asked for until then. What one answer changes in
 * several places is rendered together that way.
 */
export function notifyLater(listener: () => void): void {
  waiting.add(listener)
  // The first of these calls all of them.
  setTimeout(notifyAll, 0)
}

function notifyAll(): void {
  const listeners = [...waiting]
  waiting.clear()
  for (const listener of listeners) listener()
}
