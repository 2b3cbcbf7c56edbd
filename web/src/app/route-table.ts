import { useSyncExternalStore } from 'react'
import { PageSpinner } from '../features/layout/PageSpinner'
import { matchPath, useLocation } from '../lib/router'
import { firstRoutes } from './first-routes'
import type { RouteRow } from './route-row'

/** The rows of the later screens; null until their chunk is here. */
let laterRows: readonly RouteRow[] | null = null
const listeners = new Set<() => void>()

/** Puts the rows of the later screens in place; the page renderer and the tests do so before they begin. */
export function addLaterRoutes(rows: readonly RouteRow[]): void {
  laterRows = rows
  for (const listener of listeners) listener()
}

/** Fetches the rows of the later screens, unless they are here. */
export async function loadLaterRoutes(): Promise<void> {
  if (laterRows !== null) return
  const { laterRoutes } = await import('./later-screens')
  addLaterRoutes(laterRoutes)
}

/** Stands for any row that is not here yet: what it loads are the rows. */
const notHereYet: RouteRow = {
  path: '*',
  chunk: 'later-screens',
  load: async () => {
    await loadLaterRoutes()
    return { default: PageSpinner }
  },
  access: 'all',
  title: 'common.loading',
  namesItself: true,
  criticalMessages: true,
}

/** The first row whose path fits an address; the last row fits every address. */
export function rowOf(pathname: string): RouteRow {
  const fits = ({ path }: RouteRow) => matchPath(path, pathname) !== null
  return firstRoutes.find(fits) ?? laterRows?.find(fits) ?? notHereYet
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The row of the address, with the parts of the address that its path names. */
export function useRoute() {
  const { pathname } = useLocation()
  const read = () => rowOf(pathname)
  const row = useSyncExternalStore(subscribe, read, read)
  return { row, params: matchPath(row.path, pathname) ?? {} }
}
