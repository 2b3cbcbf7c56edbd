import type { ReactNode } from 'react'
import { formatPrice } from './money'

interface Line {
  label: ReactNode
  amount: number
}

interface TotalsProps {
  subtotal: Line
  fee: Line
  total: Line
}

/** Subtotal, fee and total, as the server computed them. */
export function Totals({ subtotal, fee, total }: TotalsProps) {
  return (
    <dl className="flex flex-col gap-2">
      <Amount {...subtotal} />
      <Amount {...fee} />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-lg font-bold">
        <dt>{total.label}</dt>
        <dd className="tabular">
          <bdi dir="ltr">{formatPrice(total.amount)}</bdi>
        </dd>
      </div>
    </dl>
  )
}

function Amount({ label, amount }: Line) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd className="font-semibold tabular">
        <bdi dir="ltr">{formatPrice(amount)}</bdi>
      </dd>
    </div>
  )
}
