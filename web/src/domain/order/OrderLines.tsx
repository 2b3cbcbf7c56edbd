import type { CartLine } from './cart'
import type { ComponentType } from 'react'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'
import { ProductPicture } from '../product/ProductPicture'
import { ProductName } from '../product/ProductName'

interface OrderLinesProps {
  lines: readonly CartLine[]
  /** What changed on a line since it was put into the cart. */
  Notices?: ComponentType<{ line: CartLine }>
}

/** What will be ordered: how many of what, and what it costs. */
export function OrderLines({ lines, Notices }: OrderLinesProps) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => {
        const { product } = line
        return (
          <li key={product.id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <span className="w-14 shrink-0">
              <ProductPicture
                source={product.images[0]}
                alt=""
                sizes="56px"
                className="rounded-small"
              />
            </span>
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-semibold">
                <ProductName of={product} />
              </p>
              <p className="text-sm text-muted tabular">
                <bdi dir="ltr">
                  {t('checkout.times', {
                    quantity: line.quantity,
                    price: formatPrice(line.unit_price),
                  })}
                </bdi>
              </p>
              {Notices !== undefined && <Notices line={line} />}
            </div>
            <bdi dir="ltr" className="font-semibold tabular">
              {formatPrice(line.line_total)}
            </bdi>
          </li>
        )
      })}
    </ul>
  )
}
