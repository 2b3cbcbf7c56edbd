import { CircleCheck } from 'lucide-react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { useWrite } from '../../ui/use-write'
import { approveEmailChange, type EmailChange, undoEmailChange } from './api'

interface EmailChangeViewProps {
  token: string
  change: EmailChange
  /** The agreement is known to the server; the code says what is left to do. */
  approved: string | null
  onApproved: (code: string) => void
  /** The email is what it was; a new password is chosen by this link. */
  onUndone: (link: { user: string; token: string }) => void
}

/** Asks the old address whether a change of email is meant, and takes it back for who says no. */
export function EmailChangeView({
  token,
  change,
  approved,
  onApproved,
  onUndone,
}: EmailChangeViewProps) {
  const t = useT()
  const approve = useWrite({
    resource: 'email-change',
    write: () => approveEmailChange(token),
    onDone: onApproved,
    onFailed: () => {},
  })
  const undo = useWrite({
    resource: 'email-change',
    write: () => undoEmailChange(token),
    onDone: onUndone,
    onFailed: () => {},
  })
  if (approved !== null) {
    return (
      <div role="status" className="flex flex-col items-center gap-4 text-center">
        <CircleCheck aria-hidden="true" className="size-16 text-primary" />
        <p className="text-lg font-semibold">{t.maybe(`done.${approved}`)}</p>
        <LinkButton to="/">{t('nav.back_to_shop')}</LinkButton>
      </div>
    )
  }
  const failure = approve.failure ?? undo.failure
  const emails = {
    email: <bdi dir="ltr">{change.email}</bdi>,
    new_email: <bdi dir="ltr">{change.new_email}</bdi>,
  }
  return (
    <div className="flex flex-col gap-6">
      {failure !== null && <Alert tone="error">{errorText(t, failure)}</Alert>}
      {change.approvable && (
        <section className="flex flex-col gap-3 border-b border-line pb-6">
          <h2 className="text-lg">{t('email_change.approve_title')}</h2>
          <p className="break-words">{t.nodes('email_change.approve_text', emails)}</p>
          <Button full busy={approve.busy} onClick={() => approve.send()}>
            {t('email_change.approve')}
          </Button>
        </section>
      )}
      {change.restorable && (
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">{t('email_change.undo_title')}</h2>
          <p className="break-words">{t.nodes('email_change.undo_text', emails)}</p>
          <Button full variant="danger" busy={undo.busy} onClick={() => undo.send()}>
            {t('email_change.undo')}
          </Button>
        </section>
      )}
    </div>
  )
}
