import type { ReactNode } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useLocation, useNavigate } from '../../lib/router'
import { FormPage } from '../../features/account/FormPage'
import { beginSession } from '../../features/session/change'
import { nextPath } from '../../features/session/next-path'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'

interface AuthPageProps {
  title: string
  /** The way to the other form, for who has an account or has none yet. */
  other: { to: string; label: string }
  /** The form; `enter` begins the session and leads on to where one was going. */
  children: (enter: () => Promise<void>) => ReactNode
}

/** A page on which one signs in or up. */
export function AuthPage({ title, other, children }: AuthPageProps) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  async function enter() {
    await beginSession(client)
    navigate(nextPath(search), { replace: true })
  }
  return (
    <FormPage
      title={title}
      after={
        <Link
          to={`${other.to}${search}`}
          className="px-2 font-semibold text-primary underline touch-target"
        >
          {other.label}
        </Link>
      }
    >
      {nextPath(search).startsWith('/user/checkout') && (
        <p className="mb-4 text-muted">{t('auth.to_check_out')}</p>
      )}
      {children(enter)}
    </FormPage>
  )
}
