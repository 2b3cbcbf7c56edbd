import { useT } from '../../lib/i18n'
import { formatPrice } from '../../lib/money'
import type { Cart } from './api'

/** Subtotal, fee and total, as the server computed them. */
export function OrderTotals({ cart }: { cart: Cart }) {
  const t = useT()
  return (
    <dl className="flex flex-col gap-2">
      <Amount label={t('checkout.subtotal')} amount={cart.totalPrice} />
      <Amount label={t('checkout.delivery_fee')} amount={cart.deliveryFee} />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-lg font-bold">
        <dt>{t('checkout.total')}</dt>
        <dd className="tabular">
          <bdi dir="ltr">{formatPrice(cart.total)}</bdi>
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
