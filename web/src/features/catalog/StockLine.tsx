import type { Product } from '../../domain/product/product'
import { CircleCheck, Clock } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { stockState } from './stock'

const looks = {
  in: { Icon: CircleCheck, colour: 'text-primary' },
  low: { Icon: Clock, colour: 'text-warning' },
}

/** That there is enough, or how few are left, in words and colour; when none is, the place of the button says so. */
export function StockLine({ product }: { product: Product }) {
  const t = useT()
  const state = stockState(product)
  if (state === 'out') return null
  const { Icon, colour } = looks[state]
  return (
    <p className={cx('flex items-center gap-2 font-semibold', colour)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {state === 'in'
        ? t('product.in_stock')
        : t('product.low_stock', { count: product.nb_in_stock })}
    </p>
  )
}
