import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as analytics from '../lib/analytics'

/** The module remembers what it reported: each test begins with a page of its own. */
async function freshPage() {
  vi.resetModules()
  await import('./all-routes')
  await import('./error-report')
  const { reportBrowserError: report } = await import('../lib/analytics')
  return { report: vi.mocked(report), ...(await import('./browser-errors')) }
}

vi.mock('../lib/analytics', { spy: true })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // jsdom has none.
  vi.stubGlobal('reportError', vi.fn<(error: unknown) => void>())
  vi.mocked(analytics.reportBrowserError).mockImplementation(() => {})
})
afterEach(() => document.body.replaceChildren())

test('an error of a screen is reported by class, place and route, never by its text or address', async () => {
  const { report, rootErrorHandlers } = await freshPage()
  window.history.replaceState(null, '', '/order/1042?email=layla@example.com')
  const failure = new TypeError('layla@example.com is not a function')
  failure.stack =
    'TypeError: layla@example.com\n at f (https://shop.test/assets/js/order-detail-a1.js:1:250)'
  rootErrorHandlers.onUncaughtError(failure)
  await vi.dynamicImportSettled()
  expect(report).toHaveBeenCalledExactlyOnceWith({
    kind: 'uncaught',
    error: 'TypeError',
    at: 'order-detail-a1.js:1:250',
    route: '/order/:orderNb',
  })
  expect(window.reportError).toHaveBeenCalledWith(failure)
})

test('an error of React is reported by its number', async () => {
  const { report, rootErrorHandlers } = await freshPage()
  rootErrorHandlers.onRecoverableError(
    new Error('Minified React error #418; visit https://react.dev'),
  )
  await vi.dynamicImportSettled()
  expect(report.mock.calls[0]?.[0]).toMatchObject({ kind: 'hydration', error: 'React418' })
})

test('a page reports each error once, and at most five', async () => {
  const { report, reportError } = await freshPage()
  const failure = new Error('once')
  reportError('render', failure)
  reportError('script', failure)
  await vi.dynamicImportSettled()
  expect(report).toHaveBeenCalledOnce()
  for (let i = 0; i < 20; i += 1) {
    const other = new Error('another')
    other.name = `Error${i}`
    reportError('promise', other)
  }
  await vi.dynamicImportSettled()
  expect(report).toHaveBeenCalledTimes(5)
})
