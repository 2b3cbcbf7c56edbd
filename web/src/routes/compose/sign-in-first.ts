import { useLocation, useNavigate } from 'react-router'
import type { NoticeState } from '../../features/layout/notice'
import { useSession } from '../../features/session/api'
import { signInPath } from '../../features/session/next-path'

/** For those not signed in: leads to sign-in and back here. Undefined for everyone else. */
export function useSignInFirst(): (() => void) | undefined {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  if (session.state === 'user') return undefined
  return () => {
    const state: NoticeState = { notice: { tone: 'info', key: 'access.login_needed' } }
    void navigate(signInPath(location.pathname + location.search), { state })
  }
}
