import { reportBrowserError } from '../lib/analytics'
import { rowOf } from './route-table'

/** Where an error was caught: by a boundary, while hydrating, by nobody in React, by nobody at all. */
export type ErrorKind = 'render' | 'hydration' | 'uncaught' | 'script' | 'promise'

const MAX_REPORTS = 5
const REACT_ERROR = /Minified React error #(\d+)/
const PLACE = /\/assets\/js\/([\w.-]+\.js:\d+:\d+)/

const seen = new WeakSet<object>()
const reported = new Set<string>()

/**
 * Reports an error of this page: its class and place in our own code, and the route's pattern. Never
 * its text or the address, which may hold something about a person. Each error once, and at most five
 * on a page.
 */
export function sendReport(kind: ErrorKind, error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (seen.has(error)) return
    seen.add(error)
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const number = REACT_ERROR.exec(message)?.[1]
  const report = {
    kind,
    error: number === undefined ? name.replaceAll(/\W/g, '').slice(0, 60) : `React${number}`,
    at: PLACE.exec(stack ?? '')?.[1]?.slice(0, 120) ?? '',
    route: rowOf(location.pathname).path,
  }
  const key = JSON.stringify(report)
  if (reported.has(key) || reported.size >= MAX_REPORTS) return
  reported.add(key)
  reportBrowserError(report)
}
