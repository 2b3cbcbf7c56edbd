import type { ReactNode } from 'react'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Tag, type TagTone } from '../../ui/Tag'
import { formatPrice } from '../money/money'
import { ProductName } from '../product/ProductName'
import type { Refund, RefundLine } from './refund'

const tones: Record<Refund['state'], TagTone> = {
  pending: 'waiting',
  done: 'good',
  manual: 'good',
  failed: 'bad',
}

interface RefundEntryProps {
  refund: Refund
  /** The lines of the order, for their names. */
  lines: readonly RefundLine[]
  /** What can be done about it. */
  children?: ReactNode
}

/** A refund as staff sees it: how much, for what, why, by whom, and how far it has come. */
export function RefundEntry({ refund, lines, children }: RefundEntryProps) {
  const t = useT()
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <bdi dir="ltr" className="font-semibold tabular">
          {formatPrice(refund.amount)}
        </bdi>
        <Tag tone={tones[refund.state]}>{t(`refund.state_${refund.state}`)}</Tag>
      </p>
      {(refund.lines.length > 0 || refund.delivery) && (
        <ul className="text-sm">
          {refund.lines.map(({ product, quantity }) => (
            <li key={product}>
              <bdi className="tabular">{quantity}</bdi>
              {' × '}
              <LineName lines={lines} product={product} />
            </li>
          ))}
          {refund.delivery && <li>{t('order.delivery_fee')}</li>}
        </ul>
      )}
      <p className="text-sm">
        {refund.automatic ? t('refund.automatic') : <bdi>{refund.reason}</bdi>}
      </p>
      <p className="text-sm text-muted">
        {longDateTime(t, refund.at)}
        {refund.by !== '' && (
          <>
            {' · '}
            <bdi>{refund.by}</bdi>
          </>
        )}
      </p>
      {refund.problem !== undefined && refund.problem !== '' && (
        <p className="text-sm text-muted">
          <bdi>{refund.problem}</bdi>
        </p>
      )}
      {children}
    </li>
  )
}

function LineName({ lines, product }: { lines: readonly RefundLine[]; product: string }) {
  const line = lines.find((one) => one.product.id === product)
  return line === undefined ? <bdi>{product}</bdi> : <ProductName of={line.product} />
}
