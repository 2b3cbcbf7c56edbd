import { useState } from 'react'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { PasswordInput } from '../../ui/PasswordInput'
import { resetPassword } from './api'
import { passwordHint } from './password-hint'

/** The link was good when the form opened, so a bad one now means that it was used meanwhile. */
function whyNotChanged(t: Translate, error: unknown): string {
  if (error instanceof ApiError && error.code === 'link_invalid') {
    return t('auth.password_already_changed')
  }
  if (error instanceof ApiError && error.code !== NETWORK) return errorText(t, error)
  return t('error.try_again')
}

/** Chooses a new password by a link that was found good. */
export function NewPasswordForm({ userID, token }: { userID: string; token: string }) {
  const t = useT()
  const [changed, setChanged] = useState(false)
  const form = useRulesForm<{ password: string }>(
    'reset_password',
    { password: '' },
    async ({ password }) => {
      await resetPassword(userID, token, password)
      setChanged(true)
    },
    whyNotChanged,
  )
  if (changed) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success">{t('auth.password_changed')}</Alert>
        <LinkButton to="/user/login" full>
          {t('auth.go_to_sign_in')}
        </LinkButton>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <PasswordInput
        {...form.field('password')}
        required
        label={t('auth.new_password')}
        hint={passwordHint(t)}
        autoComplete="new-password"
      />
      <Button type="submit" full busy={form.busy}>
        {t('auth.reset_password')}
      </Button>
    </form>
  )
}
