import { KeyRound } from 'lucide-react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useWrite } from '../../ui/use-write'
import { confirmWithPasskey } from './passkeys'

/** Confirms with a passkey where the password is asked for. */
export function PasskeyConfirm({ confirm }: { confirm: (code: string) => Promise<void> }) {
  const t = useT()
  const confirming = useWrite({
    resource: 'passkey confirmation',
    write: async () => confirm(await confirmWithPasskey()),
    onFailed: () => {},
  })
  return (
    <>
      {confirming.failure !== null && (
        <Alert tone="error">{errorText(t, confirming.failure)}</Alert>
      )}
      <Button
        variant="quiet"
        className="self-start"
        busy={confirming.busy}
        onClick={() => confirming.send()}
      >
        <KeyRound aria-hidden="true" className="size-5" />
        {t('passkeys.confirm_instead')}
      </Button>
    </>
  )
}
