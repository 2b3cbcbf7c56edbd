import { SignInForm } from '../../features/account/SignInForm'
import { useT } from '../../lib/i18n'
import { AuthPage } from './AuthPage'

/** Sign in, then on to where one was going. */
export default function SignInScreen() {
  const t = useT()
  return (
    <AuthPage
      title={t('auth.sign_in_title')}
      other={{ to: '/user/signup', label: t('auth.no_account') }}
    >
      {(enter) => <SignInForm onSignedIn={enter} />}
    </AuthPage>
  )
}
