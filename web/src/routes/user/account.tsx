import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useNavigate } from '../../lib/router'
import { AccountForm } from '../../features/account/AccountForm'
import { devicesQuery, passkeysQuery, twoFactorQuery } from '../../features/account/api'
import { ChangePassword } from '../../features/account/ChangePassword'
import { DevicesPanel } from '../../features/account/DevicesPanel'
import { EmailNotice } from '../../features/account/EmailNotice'
import { MailLanguage } from '../../features/account/MailLanguage'
import { Panel } from '../../features/account/Panel'
import { PasskeysPanel } from '../../features/account/PasskeysPanel'
import { TwoFactorPanel } from '../../features/account/TwoFactorPanel'
import { YourDataPanel } from '../../features/account/YourDataPanel'
import { useRefreshSession, useSession } from '../../features/session/api'
import { beginSession, leaveBrowser } from '../../features/session/change'
import { useT } from '../../lib/i18n'

/** The account: details, where one is signed in, one's data. */
export default function AccountScreen() {
  const t = useT()
  const session = useSession()
  const refresh = useRefreshSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const devices = useQuery(devicesQuery())
  const twoFactor = useQuery(twoFactorQuery())
  const passkeys = useQuery(passkeysQuery())
  if (session.state !== 'user') return null
  const { user } = session

  async function leave() {
    navigate('/', { replace: true })
    leaveBrowser(client)
  }

  /** This device has a new session, and the others have none any more. */
  async function renew() {
    await beginSession(client)
    await Promise.all([devices.refetch(), twoFactor.refetch(), passkeys.refetch()])
  }

  return (
    <div className="page-width flex max-w-3xl flex-col gap-6 py-8">
      <h1 className="text-2xl lg:text-3xl">{t('account.title')}</h1>
      <EmailNotice
        verified={user.email_verified}
        pending={user.pending_email}
        unapproved={user.pending_unapproved === true}
      />
      <Panel title={t('account.details')}>
        <AccountForm
          account={{
            full_name: user.full_name,
            username: user.username,
            email: user.email,
            phone_nb: user.phone_nb,
          }}
          pending={user.pending_email}
          unapproved={user.pending_unapproved === true}
          onSaved={refresh}
        />
      </Panel>
      <Panel title={t('account.language')}>
        <MailLanguage language={user.language} onSaved={refresh} />
      </Panel>
      <Panel title={t('account.password_title')} text={t('account.password_text')}>
        <ChangePassword onChanged={renew} />
      </Panel>
      <TwoFactorPanel
        twoFactor={twoFactor.data}
        failed={twoFactor.isError}
        retry={() => void twoFactor.refetch()}
        onChanged={renew}
      />
      <PasskeysPanel
        passkeys={passkeys.data}
        failed={passkeys.isError}
        retry={() => void passkeys.refetch()}
        onChanged={async () => {
          await passkeys.refetch()
          await refresh()
        }}
      />
      <DevicesPanel
        devices={devices.data}
        failed={devices.isError}
        retry={() => void devices.refetch()}
        onSignedOut={() => void leave()}
      />
      <YourDataPanel onDeleted={() => void leave()} />
    </div>
  )
}
