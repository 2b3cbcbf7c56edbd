import { SignUpForm } from '../../features/account/SignUpForm'
import { useT } from '../../lib/i18n'
import { leaveSessionMessage } from '../../lib/session-message'
import { EntryPage } from '../compose/EntryPage'

/** Sign up, then on to where one was going, welcomed. */
export function Screen() {
  const t = useT()
  return (
    <EntryPage
      title={t('auth.sign_up_title')}
      other={{ to: '/user/login', label: t('auth.have_account') }}
    >
      {(enter) => (
        <SignUpForm
          onSignedUp={async () => {
            leaveSessionMessage('Welcome!')
            await enter()
          }}
        />
      )}
    </EntryPage>
  )
}
