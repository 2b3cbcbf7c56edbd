import { matchPath } from '../lib/router'
import type { ScreenChunks } from './screen-chunks'
import { type RouteRow, routes } from './routes'

/** The first row whose path fits an address, with the parts that it names; the last row fits every address. */
export function matchRoute(pathname: string) {
  for (const row of routes) {
    const params = matchPath(row.path, pathname)
    if (params !== null) return { row, params }
  }
  throw new Error('the route table has no row for every address')
}

/** The row of an address. */
export function rowOf(pathname: string): RouteRow {
  return matchRoute(pathname).row
}

/** Loads the chunk behind a link as soon as someone points at it, touches it or tabs to it. */
export function loadOnIntent(chunks: ScreenChunks, page: Document = document): () => void {
  const look = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    const row = rowOf(link.pathname)
    if (!row.missing) void chunks.load(row)
  }
  const events = ['pointerover', 'touchstart', 'focusin'] as const
  for (const event of events) page.addEventListener(event, look, { passive: true })
  return () => {
    for (const event of events) page.removeEventListener(event, look)
  }
}
