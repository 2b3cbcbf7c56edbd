import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '../../lib/router'
import type { NoticeState } from '../../features/layout/notice'
import { sessionQuery, useSession } from '../../features/session/api'
import { signInPath } from '../../features/session/next-path'

/**
 * For those not signed in: leads to sign-in and back here. Undefined for everyone else. While it
 * is not known yet who is looking, the press waits for that.
 */
export function useSignInFirst(): (() => void) | undefined {
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  if (session.state === 'user') return undefined

  function go() {
    const state: NoticeState = { notice: { tone: 'info', key: 'access.login_needed' } }
    navigate(signInPath(location.pathname + location.search), { state })
  }
  async function goWhenKnown() {
    const known = await client.ensureQueryData(sessionQuery())
    if (known.state === 'visitor') go()
  }
  return session.state === 'visitor' ? go : () => void goWhenKnown()
}
