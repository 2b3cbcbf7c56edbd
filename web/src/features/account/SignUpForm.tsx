import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { PasswordInput } from '../../ui/PasswordInput'
import { type SignUp, signUp } from './api'
import { IdentityFields } from './IdentityFields'
import { PhoneInput } from './PhoneInput'
import { passwordHint } from './password-hint'

const empty: SignUp = {
  full_name: '',
  username: '',
  email: '',
  phone_nb: '',
  password: '',
  marketing_emails: false,
}

/** A new account. */
export function SignUpForm({ onSignedUp }: { onSignedUp: () => Promise<void> }) {
  const t = useT()
  const form = useRulesForm<SignUp>('sign_up', empty, async (clean) => {
    await signUp(clean)
    await onSignedUp()
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <IdentityFields field={form.field} usernameHint={t('auth.username_hint')} />
      <PhoneInput field={form.field('phone_nb')} />
      <PasswordInput
        {...form.field('password')}
        required
        label={t('auth.password')}
        hint={passwordHint(t)}
        autoComplete="new-password"
      />
      <Checkbox {...form.field('marketing_emails')} label={t('auth.marketing')} />
      <Button type="submit" full busy={form.busy}>
        {t('auth.sign_up')}
      </Button>
    </form>
  )
}
