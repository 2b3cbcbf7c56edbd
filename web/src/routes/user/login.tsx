import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { FormPage } from '../../features/account/FormPage'
import { SignInForm } from '../../features/account/SignInForm'
import { beginSession } from '../../features/session/api'
import { nextPath } from '../../features/session/next-path'
import { useT } from '../../lib/i18n'
import { Link } from '../../ui/Link'

/** Sign in, then on to where one was going. */
export function Screen() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <FormPage
      title={t('auth.sign_in_title')}
      after={
        <Link
          to={`/user/signup${search}`}
          className="px-2 font-semibold text-primary underline touch-target"
        >
          {t('auth.no_account')}
        </Link>
      }
    >
      <SignInForm
        onSignedIn={async () => {
          await beginSession(client)
          await navigate(nextPath(search), { replace: true })
        }}
      />
    </FormPage>
  )
}
