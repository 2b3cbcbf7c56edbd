import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Link } from '../../ui/Link'
import { passkeysQuery } from './api'
import { supportsPasskeys } from './passkey-support'

const KEY = 'passkeyOfferDismissed'

/** One line for people who work here and have no passkey; once it is dismissed this browser shows it no more. */
export function PasskeyOffer() {
  const t = useT()
  const [dismissed, setDismissed] = useState(wasDismissed)
  const { data } = useQuery({ ...passkeysQuery(), enabled: !dismissed && supportsPasskeys() })
  if (dismissed || data?.available !== true || !data.offered || data.passkeys.length > 0)
    return null
  return (
    <Alert
      tone="info"
      className="mb-4"
      onDismiss={() => {
        setDismissed(true)
        rememberDismissal()
      }}
    >
      {t('passkeys.offer')}{' '}
      <Link to="/user/account#passkeys" className="font-semibold underline">
        {t('passkeys.offer_link')}
      </Link>
    </Alert>
  )
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // It is shown again the next time.
  }
}
