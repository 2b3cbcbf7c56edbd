import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import type { Product } from './api'
import { stockState } from './stock'

const looks = {
  in: { Icon: CircleCheck, colour: 'text-primary' },
  low: { Icon: Clock, colour: 'text-warning' },
  out: { Icon: CircleX, colour: 'text-muted' },
}

/** Whether there is any left, in words and colour. */
export function StockLine({ product }: { product: Product }) {
  const t = useT()
  const state = stockState(product)
  const { Icon, colour } = looks[state]
  return (
    <p className={cx('flex items-center gap-2 font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {state === 'in' && t('product.in_stock')}
      {state === 'low' && t('product.low_stock', { count: product.nb_in_stock })}
      {state === 'out' && t('product.out_of_stock')}
    </p>
  )
}
