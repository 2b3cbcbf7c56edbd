import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'

interface FeeAndTotalProps {
  order: { deliveryFee: number; total: number }
  /** Further amounts, below the total. */
  children?: ReactNode
}

/** What an order costs, below its lines, as staff sees it. */
export function FeeAndTotal({ order, children }: FeeAndTotalProps) {
  const t = useT()
  return (
    <dl className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
      <Amount label={t('order.delivery_fee')} amount={order.deliveryFee} />
      <Amount strong label={t('order.total')} amount={order.total} />
      {children}
    </dl>
  )
}

function Amount({ label, amount, strong }: { label: string; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? 'flex justify-between text-lg font-bold' : 'flex justify-between'}>
      <dt>{label}</dt>
      <dd className="tabular">
        <bdi dir="ltr">{formatPrice(amount)}</bdi>
      </dd>
    </div>
  )
}
