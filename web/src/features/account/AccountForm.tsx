import { useState } from 'react'
import { ApiError, errorText } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { type AccountFields, saveAccount } from './api'
import { IdentityFields } from './IdentityFields'
import { PhoneInput } from './PhoneInput'

interface AccountFormProps {
  account: AccountFields
  /** The new address that waits to be confirmed. It stays in the form: sending the old one takes the change back. */
  pending?: string | undefined
  /** The old address must agree to it, too; the password stands in for that. */
  unapproved?: boolean
  onSaved: () => Promise<void>
}

/** A refusal is named; anything else is what the specification calls it. */
function whyNotSaved(t: Translate, error: unknown): string {
  return error instanceof ApiError && error.status === 429
    ? errorText(t, error)
    : t('account.error')
}

/** Changes who one is: full name, username, phone number and email, which takes the password. */
export function AccountForm({ account, pending, unapproved = false, onSaved }: AccountFormProps) {
  const t = useT()
  const [saved, setSaved] = useState<string | null>(null)
  const form = useRulesForm<AccountFields & { password: string }>(
    'account',
    { ...account, email: pending ?? account.email, password: '' },
    async ({ password, ...user }, reset) => {
      setSaved(null)
      const code = await saveAccount(user, password === '' ? undefined : password)
      reset({ ...user, password: '' })
      await onSaved()
      setSaved(code)
    },
    whyNotSaved,
  )
  const typed = form.value('email').trim().toLowerCase()
  const waits = typed === pending?.toLowerCase() && !unapproved
  const takesPassword = typed !== '' && typed !== account.email.toLowerCase() && !waits
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {saved !== null && (
        <Alert tone="success">{t.maybe(`done.${saved}`) ?? t('account.saved')}</Alert>
      )}
      <IdentityFields field={form.field} />
      <PhoneInput field={form.field('phone_nb')} />
      {takesPassword && (
        <PasswordInput
          {...form.field('password')}
          label={t('account.email_password')}
          hint={t('account.email_password_hint')}
          autoComplete="current-password"
        />
      )}
      <Button type="submit" busy={form.busy} className="self-start">
        {t('account.save')}
      </Button>
    </form>
  )
}
