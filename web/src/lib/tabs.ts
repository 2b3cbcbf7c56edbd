/** A message from one tab of the shop to the others of the same browser. */
export type TabMessage =
  /** Someone signed in, or the session changed otherwise: the others ask who is looking. */
  | { about: 'session' }
  /** The person left this browser: nothing of theirs stays in any tab. */
  | { about: 'left' }
  /** The cart changed; so many lines are in it, or null when the others have to ask. */
  | { about: 'cart'; count: number | null }
  /** The wishlist changed to these products, or null when the others have to ask. */
  | { about: 'wishlist'; ids: readonly string[] | null }
  /** The addresses or the chosen one changed. */
  | { about: 'addresses' }

const CHANNEL = 'dawa'

let channel: BroadcastChannel | null | undefined

/** Opened by the first who needs it; null where the browser has none. */
function theChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  return channel
}

/** Sends a message to the other tabs; this tab does not receive it. */
export function notifyTabs(news: TabMessage): void {
  theChannel()?.postMessage(news)
}

/** Calls back with the news of other tabs until the returned function is called. */
export function onTabMessage(listener: (news: TabMessage) => void): () => void {
  const source = theChannel()
  if (source === null) return () => {}
  const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
  source.addEventListener('message', hear)
  return () => source.removeEventListener('message', hear)
}
