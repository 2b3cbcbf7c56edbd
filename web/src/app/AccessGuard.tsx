import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from '../lib/router'
import { useCartCount } from '../features/cart/api'
import type { Notice, NoticeState } from '../features/layout/notice'
import { PageSpinner } from '../features/layout/PageSpinner'
import { useSession, useSessionTrouble } from '../features/session/api'
import { useT } from '../lib/i18n'
import { MayContext } from '../lib/may'
import { ErrorState } from '../ui/ErrorState'
import { checkAccess } from './check-access'
import type { RouteRow } from './route-row'

const none: readonly string[] = []

/** Shows a screen only to those who may see it; others are redirected with a notice. */
export function AccessGuard({ row, children }: { row: RouteRow; children: ReactNode }) {
  const session = useSession()
  const cart = useCartCount({
    ready: session.state !== 'unknown',
    count: session.state === 'unknown' ? undefined : session.counts.cart,
  })
  const location = useLocation()
  const [admitted, setAdmitted] = useState(false)

  const here = location.pathname + location.search + location.hash
  const verdict = checkAccess(row, session, here, cart)
  if (verdict.kind === 'enter' && !admitted) setAdmitted(true)

  const may = session.state === 'user' ? session.user.may : none
  const screen = <MayContext value={may}>{children}</MayContext>
  if (verdict.kind === 'wait') return admitted ? screen : <Wait />
  if (verdict.kind === 'enter') return screen
  // Signing in and placing an order end what let one in; the screen itself decides where to go.
  if (admitted && verdict.reason === 'fulfilled') return screen
  return <Navigate to={verdict.to} replace state={stateOf(verdict.notice)} />
}

function stateOf(notice: Notice | undefined): NoticeState | undefined {
  return notice === undefined ? undefined : { notice }
}

/** Until it is known who is looking: not knowing is not being signed out. */
function Wait() {
  const t = useT()
  const { trouble, retry } = useSessionTrouble()
  if (!trouble) return <PageSpinner />
  return (
    <div className="page-width grid min-h-[60dvh] place-items-center py-16">
      <ErrorState title={t('session.check_failed')} onRetry={retry} />
    </div>
  )
}
