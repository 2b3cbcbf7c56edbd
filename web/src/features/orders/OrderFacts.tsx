import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { Pounds } from '../../domain/money/Pounds'
import { Totals } from '../../domain/money/Totals'
import type { Order } from './api'

/** What the order cost. */
export function OrderTotals({ order }: { order: Order }) {
  const t = useT()
  return (
    <Totals
      subtotal={{ label: t('order.subtotal'), amount: order.subtotal }}
      fee={{ label: t('order.delivery_fee'), amount: order.deliveryFee }}
      total={{ label: t('order.total'), amount: order.total }}
      inPounds={
        order.rate === undefined || order.totalLbp === undefined
          ? undefined
          : { total: order.totalLbp, rate: order.rate }
      }
    />
  )
}

/** How the order is paid, and the number the bank knows it by. */
export function OrderPaymentFacts({ payment }: { payment: Order['payment'] }) {
  const t = useT()
  return (
    <>
      <p className="font-semibold">{methodText(t, payment)}</p>
      {payment.chargedLbp !== undefined && (
        <p>
          {t.nodes('order.charged_pounds', {
            pounds: <Pounds key="pounds" amount={payment.chargedLbp} />,
          })}
        </p>
      )}
      <p className="text-sm text-muted">
        {t('order.transaction')}:{' '}
        <bdi dir="ltr" className="break-all tabular">
          {payment.transactionId}
        </bdi>
      </p>
    </>
  )
}

function methodText(
  t: ReturnType<typeof useT>,
  { method, last4, brand }: Order['payment'],
): ReactNode {
  if (method === 'cash') return t('order.payment_cash')
  const digits = (
    <bdi key="last4" dir="ltr" className="tabular">
      {last4 ?? ''}
    </bdi>
  )
  const name = t.maybe(`card.${brand ?? ''}`)
  return name === null
    ? t.nodes('order.payment_card', { last4: digits })
    : t.nodes('card.ending', { brand: name, last4: digits })
}
