import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { PasswordInput } from '../../ui/PasswordInput'
import { passkeysQuery } from './api'
import { ConfirmForm, type Confirmation } from './ConfirmForm'
import { supportsPasskeys } from './passkey-support'

const PasskeyConfirm = lazy(async () => {
  const { PasskeyConfirm } = await import('./PasskeyConfirm')
  return { default: PasskeyConfirm }
})

interface PasswordDialogProps extends Confirmation {
  confirm: (password: string) => Promise<void>
}

/** Asks for the password before something that a borrowed screen must not be enough for. */
export function PasswordDialog({ confirm, ...words }: PasswordDialogProps) {
  const t = useT()
  const { data } = useQuery({ ...passkeysQuery(), enabled: supportsPasskeys() })
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
      {data !== undefined && data.passkeys.length > 0 && (
        <Suspense fallback={null}>
          <PasskeyConfirm confirm={confirm} />
        </Suspense>
      )}
    </ConfirmForm>
  )
}
