import { KeyRound } from 'lucide-react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useWrite } from '../../ui/use-write'
import { signInWithPasskey } from './passkeys'

interface PasskeySignInProps {
  remember: () => boolean
  onSignedIn: () => Promise<void>
}

/** The other way in: no name and no password, the device knows both. */
export function PasskeySignIn({ remember, onSignedIn }: PasskeySignInProps) {
  const t = useT()
  const entering = useWrite({
    resource: 'passkey sign-in',
    write: async () => {
      await signInWithPasskey(remember())
      await onSignedIn()
    },
    onFailed: () => {},
  })
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
      {entering.failure !== null && <Alert tone="error">{errorText(t, entering.failure)}</Alert>}
      <Button variant="secondary" full busy={entering.busy} onClick={() => entering.send()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {t('auth.passkey')}
      </Button>
    </div>
  )
}
