import { rowOf } from './route-table'
import type { ScreenChunks } from './screen-chunks'

/** Loads the screen of an address, and first its row if that is not here yet. Never rejects, as `ScreenChunks.load`. */
export async function loadScreen(chunks: ScreenChunks, pathname: string): Promise<void> {
  const row = rowOf(pathname)
  await chunks.load(row)
  const found = rowOf(pathname)
  if (found !== row) await chunks.load(found)
}

/** Loads the chunk behind a link as soon as someone points at it, touches it or tabs to it. */
export function loadOnIntent(chunks: ScreenChunks, page: Document = document): () => void {
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    if (!rowOf(link.pathname).missing) void loadScreen(chunks, link.pathname)
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) page.addEventListener(event, look, { passive: true })
  return () => {
    for (const event of events) page.removeEventListener(event, look)
  }
}
