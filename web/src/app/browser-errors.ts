import type { ErrorKind } from './error-report'

/** Reports an error of this page. What makes the report comes with the first error, or when the page is alive. */
export function reportError(kind: ErrorKind, error: unknown): void {
  import('./error-report').then(
    ({ sendReport }) => sendReport(kind, error),
    () => {}, // who cannot be reached cannot be told either
  )
}

/** The handlers of a React root: they report, and say what React says by default. */
export const rootErrorHandlers = {
  onCaughtError: (error: unknown) => {
    reportError('render', error)
    // oxlint-disable-next-line no-console -- React's own handler does the same
    console.error(error)
  },
  onUncaughtError: (error: unknown) => {
    reportError('uncaught', error)
    window.reportError(error)
  },
  onRecoverableError: (error: unknown) => {
    reportError('hydration', error)
    window.reportError(error)
  },
}

/** Reports what nobody catches. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportError('script', error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('promise', reason))
}
