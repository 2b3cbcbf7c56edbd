import type { CartCount } from '../features/cart/api'
import type { Session } from '../features/session/api'
import type { Notice } from '../features/layout/notice'
import { nextPath, signInPath } from '../features/session/next-path'
import type { RouteRow } from './route-row'

/** The decision: wait for the session, let in, or redirect with a notice that says why. */
type AccessDecision =
  | { kind: 'wait' }
  | { kind: 'enter' }
  | {
      kind: 'leave'
      to: string
      notice: Notice | undefined
      /** Someone who was already inside did what the screen is for, and may stay until it moves on. */
      reason?: 'fulfilled'
    }

const enter: AccessDecision = { kind: 'enter' }
const wait: AccessDecision = { kind: 'wait' }

const forbidden: AccessDecision = {
  kind: 'leave',
  to: '/',
  notice: { tone: 'error', key: 'access.forbidden' },
}

function signIn(here: string): AccessDecision {
  return {
    kind: 'leave',
    to: signInPath(here),
    notice: { tone: 'info', key: 'access.login_needed' },
  }
}

/** Someone signed in who comes to sign in goes on to where the address leads, or Home. */
function onwards(here: string): AccessDecision {
  const to = nextPath(here.slice(here.indexOf('?') + 1))
  const home: Notice = { tone: 'info', key: 'access.already_logged_in' }
  return { kind: 'leave', to, notice: to === '/' ? home : undefined, reason: 'fulfilled' }
}

/**
 * Decides whether a person may see a screen. `here` is the whole address, so that one comes back
 * after signing in.
 */
export function checkAccess(
  row: Pick<RouteRow, 'access' | 'action' | 'storeRoles' | 'refusal' | 'needsCart'>,
  session: Session,
  here: string,
  cart: CartCount,
): AccessDecision {
  if (row.access === 'all') return enter
  if (session.state === 'unknown') return wait
  if (row.access === 'visitor') {
    if (session.state === 'visitor') return enter
    return onwards(here)
  }
  if (row.access === 'admin') {
    if (session.state !== 'user') return forbidden
    const { admin, may, roles } = session.user
    if (admin || (row.action !== undefined && may.includes(row.action))) return enter
    const { storeRoles = [] } = row
    return storeRoles.length > 0 && roles.some(({ role }) => storeRoles.includes(role))
      ? enter
      : forbidden
  }
  if (session.state === 'visitor') return row.refusal === 'forbidden' ? forbidden : signIn(here)
  if (row.needsCart === true) {
    if (cart.state === 'loading') return wait
    if (cart.state === 'known' && cart.count === 0) {
      return {
        kind: 'leave',
        to: '/user/cart',
        notice: { tone: 'info', key: 'access.cart_empty' },
        reason: 'fulfilled',
      }
    }
  }
  return enter
}
