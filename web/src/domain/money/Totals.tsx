import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from './money'
import { Pounds } from './Pounds'

interface Line {
  label: ReactNode
  amount: number
}

interface TotalsProps {
  subtotal: Line
  fee: Line
  total: Line
  /** The total in pounds and the rate it was made at; absent in a shop without a rate. */
  inPounds?: { total: number; rate: number } | undefined
}

/** Subtotal, fee and total, as the server computed them. */
export function Totals({ subtotal, fee, total, inPounds }: TotalsProps) {
  const t = useT()
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
      {inPounds !== undefined && (
        <div className="-mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-sm text-muted">
            {t.nodes('money.at_rate', { pounds: <Pounds key="pounds" amount={inPounds.rate} /> })}
          </dt>
          <dd className="ms-auto font-semibold">
            <Pounds amount={inPounds.total} />
          </dd>
        </div>
      )}
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
