import { SignUpForm } from '../../features/account/SignUpForm'
import { useT } from '../../lib/i18n'
import { setSessionMessage } from '../../lib/session-message'
import { AuthPage } from './AuthPage'

/** Sign up, then on to where one was going, welcomed. */
export default function SignUpScreen() {
  const t = useT()
  return (
    <AuthPage
      title={t('auth.sign_up_title')}
      other={{ to: '/user/login', label: t('auth.have_account') }}
    >
      {(enter) => (
        <SignUpForm
          onSignedUp={async () => {
            setSessionMessage('Welcome!')
            await enter()
          }}
        />
      )}
    </AuthPage>
  )
}
