import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'

interface PaymentTextProps {
  payment: Pick<components['schemas']['OrderPayment'], 'method' | 'last4'>
}

/** How an order is paid, for staff: in cash, or by which card. */
export function PaymentText({ payment }: PaymentTextProps) {
  const t = useT()
  return payment.method === 'cash'
    ? t('order.payment_cash')
    : t.nodes('order.payment_card', {
        last4: (
          <bdi key="last4" dir="ltr">
            {payment.last4 ?? ''}
          </bdi>
        ),
      })
}
