import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import { resendVerification } from './api'

interface EmailNoticeProps {
  verified: boolean
  /** The new address that waits to be confirmed. */
  pending: string | undefined
  /** The old address must agree to it, too. */
  unapproved: boolean
}

/** Says that an email still has to be confirmed, and sends the link again. */
export function EmailNotice({ verified, pending, unapproved }: EmailNoticeProps) {
  const t = useT()
  const toast = useToast()
  const resend = useWrite({
    resource: 'account',
    write: resendVerification,
    onDone: () => toast({ tone: 'success', text: t('done.verification_sent') }),
  })
  if (verified && pending === undefined) return null

  return (
    <Alert
      tone="warning"
      action={
        <Button variant="secondary" busy={resend.busy} onClick={() => resend.send()}>
          {t('auth.resend_verification')}
        </Button>
      }
    >
      {pending === undefined
        ? t('account.email_unverified')
        : t.nodes(unapproved ? 'account.email_unapproved' : 'account.email_pending', {
            email: <bdi dir="ltr">{pending}</bdi>,
          })}
    </Alert>
  )
}
