import { CircleCheck, CircleX } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'

/** How far the verification got, and what the server said when it failed. */
export type Verification =
  | { state: 'waiting' }
  | { state: 'verified' }
  /** The old address must agree, too. */
  | { state: 'waits' }
  | { state: 'failed'; reason: string }

/** What became of a verification link: a green or a red mark, the words, and the next step. */
export function VerifyEmailView({ verification }: { verification: Verification }) {
  const t = useT()
  if (verification.state === 'waiting') return <Spinner label={t('auth.verifying')} />
  const verified = verification.state !== 'failed'
  const Icon = verified ? CircleCheck : CircleX
  return (
    <div role="status" className="flex flex-col items-center gap-4 text-center">
      <Icon aria-hidden="true" className={`size-16 ${verified ? 'text-primary' : 'text-danger'}`} />
      <p className="text-lg font-semibold">
        {verification.state === 'failed'
          ? verification.reason
          : t(verification.state === 'waits' ? 'done.email_waits' : 'auth.email_verified')}
      </p>
      <LinkButton to="/">{t('nav.back_to_shop')}</LinkButton>
    </div>
  )
}
