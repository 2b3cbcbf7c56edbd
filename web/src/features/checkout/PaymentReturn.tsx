import { CircleX, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type MessageKey, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'
import type { PaymentAttempt } from './api'
import { leaveForPayment } from './leave-for-payment'
import { placedOrder, ThankYou } from './ThankYou'

interface PaymentReturnProps {
  attempt: PaymentAttempt
  /** The bank has been asked for a while and the payment is still open. */
  waited: boolean
  /** The last question was not answered. */
  unreachable: boolean
  busy: boolean
  onCancel: () => void
}

type Reason = NonNullable<PaymentAttempt['reason']>

const reasons: Readonly<Record<Reason, MessageKey>> = {
  declined: 'payment_return.declined',
  cancelled: 'payment_return.cancelled',
  expired: 'payment_return.expired',
  mismatch: 'payment_return.mismatch',
  unavailable: 'payment_return.unavailable',
}

/** What is known of a payment on the gateway's page, and what one can do. */
export function PaymentReturn(props: PaymentReturnProps) {
  const { attempt, waited, unreachable, busy, onCancel } = props
  const t = useT()
  if (attempt.state === 'placed' && attempt.order !== undefined) {
    const { order } = attempt
    return <ThankYou placed={placedOrder(order, order.payment.transactionId)} />
  }
  if (attempt.state === 'failed') {
    return (
      <Panel
        key="failed"
        icon={<CircleX aria-hidden="true" className="size-12 text-danger" />}
        title={t('payment_return.failed_title')}
        text={t(reasons[attempt.reason ?? 'cancelled'])}
      >
        <LinkButton to="/user/checkout?step=payment">{t('payment_return.try_again')}</LinkButton>
      </Panel>
    )
  }
  const { redirect } = attempt
  return (
    <Panel
      key={waited ? 'open' : 'asking'}
      icon={
        waited ? (
          <Clock aria-hidden="true" className="size-12 text-muted" />
        ) : (
          <Spinner label={t('payment_return.asking')} />
        )
      }
      title={t(waited ? 'payment_return.open_title' : 'payment_return.asking')}
      text={t(waited ? 'payment_return.open_text' : 'payment_return.asking_text')}
    >
      {unreachable && <Alert tone="warning">{t('payment_return.unreachable')}</Alert>}
      {waited && (
        <div className="flex flex-wrap justify-center gap-3">
          {redirect !== undefined && (
            <Button onClick={() => leaveForPayment(redirect)}>{t('payment_return.go_on')}</Button>
          )}
          <Button variant="secondary" busy={busy} onClick={onCancel}>
            {t('payment_return.give_up')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface PanelProps {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}

function Panel({ icon, title, text, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Card as="section" className="flex flex-col items-center gap-3 text-center">
      {icon}
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      <p role="status" className="max-w-xl">
        {text}
      </p>
      {children}
    </Card>
  )
}
