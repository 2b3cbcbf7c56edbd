import { ApiError } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { CodeInput } from './CodeInput'

interface SignInCodeProps {
  signIn: (code: string) => Promise<void>
  onSignedIn: () => Promise<void>
  /** Back to name and password. */
  onBack: () => void
}

/** The two-factor code of signing in, once name and password were right. */
export function SignInCode({ signIn, onSignedIn, onBack }: SignInCodeProps) {
  const t = useT()
  const form = useRulesForm<{ code: string }>('second_step', { code: '' }, async ({ code }) => {
    await signIn(code).catch((error: unknown) => {
      throw besideItsField(error)
    })
    await onSignedIn()
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <CodeInput field={form.field('code')} clear={() => form.reset({ code: '' })} focused />
      <Button type="submit" full busy={form.busy}>
        {t('auth.sign_in')}
      </Button>
      <Button variant="quiet" full onClick={onBack}>
        {t('auth.code_back')}
      </Button>
    </form>
  )
}

/** Signing in names no field when it refuses; of a wrong code it is clear which one is meant. */
function besideItsField(error: unknown): unknown {
  if (!(error instanceof ApiError && error.code === 'wrong_code')) return error
  return new ApiError(error.status, error.code, { code: error.code })
}
