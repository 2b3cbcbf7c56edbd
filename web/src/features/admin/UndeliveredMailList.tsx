import { useT } from '../../lib/i18n'
import { longDateTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import type { UndeliveredMail } from './api'

interface UndeliveredMailListProps {
  mails: readonly UndeliveredMail[]
  /** The one that is being queued again. */
  sending: string | undefined
  onSendAgain: (id: string) => void
}

/** Emails that did not arrive: what about, why, and the way to send them once more. */
export function UndeliveredMailList({ mails, sending, onSendAgain }: UndeliveredMailListProps) {
  const t = useT()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold">{t(`admin.mail_about_${mail.about}`)}</p>
              <p className="wrap-anywhere">
                <bdi>{mail.reason}</bdi>
              </p>
              <p className="text-sm text-muted">
                {t('admin.mail_queued_at', { date: longDateTime(t, mail.queued_at) })} ·{' '}
                {t('admin.mail_attempts', { count: mail.attempts })}
              </p>
            </div>
            <Button
              variant="secondary"
              busy={sending === mail.id}
              onClick={() => onSendAgain(mail.id)}
            >
              {t('admin.mail_again')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
