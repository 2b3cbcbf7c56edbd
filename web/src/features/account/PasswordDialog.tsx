import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { laterPart, useLaterPart } from '../../lib/later-part'
import { useQuery } from '../../lib/query/use-query'
import { PasswordInput } from '../../ui/PasswordInput'
import { passkeysQuery } from './api'
import { ConfirmForm, type Confirmation } from './ConfirmForm'
import { supportsPasskeys } from './passkey-support'

const passkeyConfirm = laterPart('passkey-confirm', () => import('./PasskeyConfirm'), null)

interface PasswordDialogProps extends Confirmation {
  confirm: (password: string) => Promise<void>
}

/** Asks for the password before something that a borrowed screen must not be enough for. */
export function PasswordDialog({ confirm, ...words }: PasswordDialogProps) {
  const t = useT()
  const { data } = useQuery({ ...passkeysQuery(), enabled: supportsPasskeys() })
  const hasPasskeys = data !== undefined && data.passkeys.length > 0
  const passkeys = useLaterPart(passkeyConfirm, hasPasskeys)
  const form = useRulesForm<{ password: string }>(
    'reset_password',
    { password: '' },
    ({ password }) => confirm(password),
  )
  return (
    <ConfirmForm {...words} form={form}>
      <PasswordInput
        {...form.field('password')}
        required
        label={t('account.password_to_confirm')}
        autoComplete="current-password"
        data-autofocus
      />
      {/* Without it there is the password. */}
      {hasPasskeys && passkeys !== null && <passkeys.PasskeyConfirm confirm={confirm} />}
    </ConfirmForm>
  )
}
