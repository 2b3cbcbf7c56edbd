import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { FormPage } from '../../features/account/FormPage'
import { SignUpForm } from '../../features/account/SignUpForm'
import { beginSession } from '../../features/session/api'
import { nextPath } from '../../features/session/next-path'
import { useT } from '../../lib/i18n'
import { leaveSessionMessage } from '../../lib/session-message'
import { Link } from '../../ui/Link'

/** Sign up, then on to where one was going, welcomed. */
export function Screen() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <FormPage
      title={t('auth.sign_up_title')}
      after={
        <Link
          to={`/user/login${search}`}
          className="px-2 font-semibold text-primary underline touch-target"
        >
          {t('auth.have_account')}
        </Link>
      }
    >
      <SignUpForm
        onSignedUp={async () => {
          leaveSessionMessage('Welcome!')
          await beginSession(client)
          await navigate(nextPath(search), { replace: true })
        }}
      />
    </FormPage>
  )
}
