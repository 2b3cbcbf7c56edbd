import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { PasswordInput } from '../../ui/PasswordInput'
import { ConfirmForm, type Confirmation } from './ConfirmForm'

interface PasswordDialogProps extends Confirmation {
  confirm: (password: string) => Promise<void>
}

/** Asks for the password before something that a borrowed screen must not be enough for. */
export function PasswordDialog({ confirm, ...words }: PasswordDialogProps) {
  const t = useT()
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
    </ConfirmForm>
  )
}
