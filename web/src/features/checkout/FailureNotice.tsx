import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { returnAddress } from './return-address'

interface FailureNoticeProps {
  failure: unknown
  onChangePayment: () => void
  onChangeAddress: () => void
}

const ABOUT_PAYMENT = new Set([
  'payment_declined',
  'payment_timeout',
  'payment_unavailable',
  'payment_method',
  'card_missing',
  'card_expired',
  'card_unreadable',
  'cvv_missing',
])

/** Codes of a server that refused before anything was decided: no order can have been placed. */
const REFUSED_WHOLE: ReadonlySet<string> = new Set(['unavailable', 'storage_full'])

/** Why the order was not placed, and what to do next. Everything typed is still there. */
export function FailureNotice({ failure, onChangePayment, onChangeAddress }: FailureNoticeProps) {
  const t = useT()
  const code = failure instanceof ApiError ? failure.code : ''
  if (failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)) {
    if (!failure.code.startsWith('payment_') && !REFUSED_WHOLE.has(failure.code)) {
      return (
        <Alert tone="error" title={t('checkout.lost_title')}>
          {t('checkout.lost_text')}
        </Alert>
      )
    }
  }
  if (code === 'idempotency_reused') {
    return (
      <Alert
        tone="error"
        title={t('checkout.reused_title')}
        action={<LinkButton to="/user/order-history">{t('order.to_history')}</LinkButton>}
      >
        {t('checkout.reused_text')}
      </Alert>
    )
  }
  if (code === 'payment_pending' && failure instanceof ApiError) {
    const { attempt } = failure.body
    if (typeof attempt === 'string') {
      return (
        <Alert
          tone="info"
          title={t('payment_return.other_open_title')}
          action={
            <LinkButton to={returnAddress(attempt)}>
              {t('payment_return.other_open_see')}
            </LinkButton>
          }
        >
          {t('payment_return.other_open_text')}
        </Alert>
      )
    }
  }
  const text = errorText(t, failure)
  if (ABOUT_PAYMENT.has(code)) {
    return (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" onClick={onChangePayment}>
            {t('checkout.change_payment')}
          </Button>
        }
      >
        {text}
      </Alert>
    )
  }
  if (code === 'address_missing') {
    return (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" onClick={onChangeAddress}>
            {t('checkout.change_address')}
          </Button>
        }
      >
        {text}
      </Alert>
    )
  }
  return <Alert tone="error">{text}</Alert>
}
