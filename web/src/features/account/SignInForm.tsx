import { lazy, startTransition, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { PasswordInput } from '../../ui/PasswordInput'
import { TextInput } from '../../ui/TextInput'
import { type SignIn, signIn } from './api'
import { useSupportsPasskeys } from './passkey-support'

const ResetRequestDialog = lazy(async () => {
  const { ResetRequestDialog } = await import('./ResetRequestDialog')
  return { default: ResetRequestDialog }
})

const SignInCode = lazy(async () => {
  const { SignInCode } = await import('./SignInCode')
  return { default: SignInCode }
})

const PasskeySignIn = lazy(async () => {
  const { PasskeySignIn } = await import('./PasskeySignIn')
  return { default: PasskeySignIn }
})

/** Username or email and password, with the way out for those who forgot it. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT()
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never')
  // Name and password that were accepted, while the code is asked for.
  const [accepted, setAccepted] = useState<SignIn | null>(null)
  const first = useRef<HTMLFormElement>(null)
  const passkeys = useSupportsPasskeys()
  const form = useRulesForm<SignIn>(
    'sign_in',
    { username: '', password: '', remember: false },
    async (clean) => {
      try {
        await signIn(clean)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'code_needed')) throw error
        // Name and password stay in sight until the next field is here.
        startTransition(() => setAccepted(clean))
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
      <Suspense fallback={null}>
        {accepted !== null ? (
          <SignInCode
            signIn={(code) => signIn(accepted, code)}
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
      </Suspense>
      {passkeys && accepted === null && (
        <Suspense fallback={null}>
          <PasskeySignIn remember={() => form.values().remember} onSignedIn={onSignedIn} />
        </Suspense>
      )}
      {forgot !== 'never' && (
        <Suspense fallback={null}>
          <ResetRequestDialog open={forgot === 'open'} onClose={() => setForgot('closed')} />
        </Suspense>
      )}
    </>
  )
}
