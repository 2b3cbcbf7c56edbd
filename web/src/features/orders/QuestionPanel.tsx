import { formatPrice } from '../../domain/money/money'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { Order } from './api'

type Part = Order['fulfilments'][number]

interface QuestionPanelProps {
  part: Part
  /** The answer that is being sent. */
  sending: boolean | null
  onAnswer: (agree: boolean) => void
}

/** Asks whether what is left of a part of an order is welcome, as long as nobody has answered. */
export function QuestionPanel({ part, sending, onAnswer }: QuestionPanelProps) {
  const t = useT()
  const { question } = part
  if (question?.answer !== 'open') return null
  return (
    <Alert tone="warning" title={t('order.question_title')}>
      <p>
        {t.nodes('order.question_text', {
          total: (
            <bdi key="total" dir="ltr" className="font-semibold tabular">
              {formatPrice(part.total)}
            </bdi>
          ),
        })}
      </p>
      <p>
        {t(question.partly ? 'order.question_goes_on' : 'order.question_cancels', {
          time: longDateTime(t, question.until),
        })}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row">
        <Button busy={sending === true} onClick={() => onAnswer(true)}>
          {t('order.question_agree')}
        </Button>
        <Button variant="secondary" busy={sending === false} onClick={() => onAnswer(false)}>
          {t('order.question_refuse')}
        </Button>
      </div>
    </Alert>
  )
}
