import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { StoreOrder } from './api'

interface QuestionNoteProps {
  order: StoreOrder
  busy: boolean
  onAgreed: () => void
}

/** What the customer says about the pieces that are missing. */
export function QuestionNote({ order, busy, onAgreed }: QuestionNoteProps) {
  const t = useT()
  const { question } = order
  if (question === undefined || question.answer === 'refused') return null
  if (question.answer !== 'open') {
    return <p className="text-sm text-muted">{t(`desk.question_${question.answer}`)}</p>
  }
  return (
    <Alert tone="warning">
      <p>{t('desk.question_open', { time: longDateTime(t, question.until) })}</p>
      <p>{t(question.partly ? 'desk.question_goes_on' : 'desk.question_cancels')}</p>
      {order.editable === true && (
        <Button variant="secondary" busy={busy} onClick={onAgreed} className="mt-2">
          {t('desk.question_phone')}
        </Button>
      )}
    </Alert>
  )
}
