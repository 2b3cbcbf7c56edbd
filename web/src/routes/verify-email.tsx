import { useQuery } from '../lib/query/use-query'
import { useParams } from '../lib/router'
import { verifyEmail } from '../features/account/api'
import { FormPage } from '../features/account/FormPage'
import { type Verification, VerifyEmailView } from '../features/account/VerifyEmailView'
import { errorText } from '../lib/errors'
import { type Translate, useT } from '../lib/i18n'

/** Follows the link of a verification mail as soon as it is opened. */
export default function VerifyEmailScreen() {
  const t = useT()
  const { email = '', token = '' } = useParams()
  // A query, not an effect: opened once, whatever the screen does meanwhile.
  const link = useQuery({
    queryKey: ['verify-email', email, token],
    queryFn: () => verifyEmail(email, token),
    retry: false,
    staleTime: Infinity,
  })
  return (
    <FormPage title={t('auth.verify_title')}>
      <VerifyEmailView verification={verificationOf(t, link)} />
    </FormPage>
  )
}

function verificationOf(
  t: Translate,
  link: { isPending: boolean; isError: boolean; error: unknown; data: string | undefined },
): Verification {
  if (link.isPending) return { state: 'waiting' }
  if (link.isError) return { state: 'failed', reason: errorText(t, link.error) }
  return { state: link.data === 'email_waits' ? 'waits' : 'verified' }
}
