import { matchPath } from 'react-router'
import type { ScreenChunks } from './screen-chunks'
import { type RouteRow, routes } from './routes'

/** The row of an address; the last row takes what no other wants. */
export function rowOf(pathname: string): RouteRow | undefined {
  return routes.find((row) => matchPath({ path: row.path, end: true }, pathname) !== null)
}

/** Loads the chunk behind a link as soon as someone points at it, touches it or tabs to it. */
export function loadOnIntent(chunks: ScreenChunks, page: Document = document): () => void {
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    const row = rowOf(link.pathname)
    if (row !== undefined && !row.missing) void chunks.load(row)
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) page.addEventListener(event, look, { passive: true })
  return () => {
    for (const event of events) page.removeEventListener(event, look)
  }
}
