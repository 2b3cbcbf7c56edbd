import { useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { changePassword } from './api'
import { passwordHint } from './password-hint'

const empty = { password: '', new_password: '' }

/** Another password, for who knows the current one. */
export function ChangePassword({ onChanged }: { onChanged: () => Promise<void> }) {
  const t = useT()
  const [changed, setChanged] = useState(false)
  const form = useRulesForm<typeof empty>('change_password', empty, async (typed, reset) => {
    setChanged(false)
    await changePassword(typed.password, typed.new_password)
    reset(empty)
    setChanged(true)
    await onChanged()
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {changed && <Alert tone="success">{t('done.password_set')}</Alert>}
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <PasswordInput
        {...form.field('password')}
        required
        label={t('account.current_password')}
        autoComplete="current-password"
      />
      <PasswordInput
        {...form.field('new_password')}
        required
        label={t('auth.new_password')}
        hint={passwordHint(t)}
        autoComplete="new-password"
      />
      <Button type="submit" busy={form.busy} className="self-start">
        {t('account.change_password')}
      </Button>
    </form>
  )
}
