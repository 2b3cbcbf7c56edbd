import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../lib/money'
import { phoneText } from '../../lib/phone'
import type { Order } from './api'

/** What the order cost. */
export function OrderTotals({ order }: { order: Order }) {
  const t = useT()
  return (
    <dl className="flex flex-col gap-2">
      <Amount label={t('order.subtotal')} amount={order.subtotal} />
      <Amount label={t('order.delivery_fee')} amount={order.deliveryFee} />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-lg font-bold">
        <dt>{t('order.total')}</dt>
        <dd className="tabular">
          <bdi dir="ltr">{formatPrice(order.total)}</bdi>
        </dd>
      </div>
    </dl>
  )
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd className="font-semibold tabular">
        <bdi dir="ltr">{formatPrice(amount)}</bdi>
      </dd>
    </div>
  )
}

/** Where the order goes. */
export function OrderAddress({ address }: { address: Order['address'] }) {
  const t = useT()
  return (
    <address className="not-italic">
      <p className="font-semibold">
        <bdi>
          {address.first_name} {address.last_name}
        </bdi>
      </p>
      <p>
        <bdi>{address.street}</bdi>
      </p>
      <p>
        <bdi>{address.building}</bdi> · {t('address.floor_number', { floor: address.floor })}
      </p>
      <p>
        <bdi>{address.city}</bdi>
        {address.state !== '' && (
          <>
            {' · '}
            <bdi>{address.state}</bdi>
          </>
        )}
      </p>
      {address.extra_info !== '' && (
        <p className="text-muted">
          <bdi>{address.extra_info}</bdi>
        </p>
      )}
      <p className="tabular">
        <bdi dir="ltr">{phoneText(address.phone_nb)}</bdi>
      </p>
    </address>
  )
}

/** How the order is paid, and the number the bank knows it by. */
export function OrderPaymentFacts({ payment }: { payment: Order['payment'] }) {
  const t = useT()
  return (
    <>
      <p className="font-semibold">{methodText(t, payment)}</p>
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
