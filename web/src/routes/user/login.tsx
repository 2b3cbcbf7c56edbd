import { SignInForm } from '../../features/account/SignInForm'
import { useT } from '../../lib/i18n'
import { EntryPage } from '../compose/EntryPage'

/** Sign in, then on to where one was going. */
export function Screen() {
  const t = useT()
  return (
    <EntryPage
      title={t('auth.sign_in_title')}
      other={{ to: '/user/signup', label: t('auth.no_account') }}
    >
      {(enter) => <SignInForm onSignedIn={enter} />}
    </EntryPage>
  )
}
