import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { laterPart, useLaterPart } from '../../lib/later-part'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { OnDemand } from '../../ui/OnDemand'
import { PasswordInput } from '../../ui/PasswordInput'
import { TextInput } from '../../ui/TextInput'
import { type SignIn, signIn } from './api'
import { useSupportsPasskeys } from './passkey-support'

const resetRequest = laterPart('reset-request', () => import('./ResetRequestDialog'), null)
const signInCode = laterPart('sign-in-code', () => import('./SignInCode'), null)
const passkeySignIn = laterPart('passkey-sign-in', () => import('./PasskeySignIn'), null)

/** Username or email and password, with the way out for those who forgot it. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT()
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never')
  // Name and password that were accepted, while the code is asked for.
  const [accepted, setAccepted] = useState<SignIn | null>(null)
  const first = useRef<HTMLFormElement>(null)
  const code = useLaterPart(signInCode, false)
  // Without it there is the password.
  const passkeys = useLaterPart(passkeySignIn, useSupportsPasskeys())
  const form = useRulesForm<SignIn>(
    'sign_in',
    { username: '', password: '', remember: false },
    async (clean) => {
      try {
        await signIn(clean)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'code_needed')) throw error
        // Name and password stay in sight until the next field is here, and when it does not arrive.
        await signInCode.load()
        if (signInCode.now() === null) throw new ApiError(0, NETWORK)
        setAccepted(clean)
        return
      }
      await onSignedIn()
    },
  )

  function back() {
    flushSync(() => setAccepted(null))
    first.current?.querySelector('input')?.focus()
  }

  return (
    <>
      {/* Always in the page: a live region is only read when it was there before its text. */}
      <p aria-live="polite" className="mb-4 text-muted empty:hidden">
        {accepted !== null && t('auth.code_needed')}
      </p>
      {accepted !== null && code !== null ? (
        <code.SignInCode
          signIn={(typed) => signIn(accepted, typed)}
          onSignedIn={onSignedIn}
          onBack={back}
        />
      ) : (
        <form ref={first} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
          {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
          <TextInput
            {...form.field('username')}
            ltr
            required
            label={t('auth.username_or_email')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordInput
            {...form.field('password')}
            required
            label={t('auth.password')}
            autoComplete="current-password"
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Checkbox {...form.field('remember')} label={t('auth.remember_me')} />
            <Button variant="quiet" onClick={() => setForgot('open')}>
              {t('auth.forgot_password')}
            </Button>
          </div>
          <Button type="submit" full busy={form.busy}>
            {t('auth.sign_in')}
          </Button>
        </form>
      )}
      {passkeys !== null && accepted === null && (
        <passkeys.PasskeySignIn remember={() => form.values().remember} onSignedIn={onSignedIn} />
      )}
      {forgot !== 'never' && (
        <OnDemand part={resetRequest} onMissing={() => setForgot('never')}>
          {({ ResetRequestDialog }) => (
            <ResetRequestDialog open={forgot === 'open'} onClose={() => setForgot('closed')} />
          )}
        </OnDemand>
      )}
    </>
  )
}
