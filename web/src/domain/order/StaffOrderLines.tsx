import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../money/money'
import { ProductName } from '../product/ProductName'
import { ProductPicture } from '../product/ProductPicture'

interface StaffOrderLinesProps {
  lines: readonly components['schemas']['OrderLine'][]
}

/** What is left of an order's lines for those who prepare it, and what the store took out. */
export function StaffOrderLines({ lines }: StaffOrderLinesProps) {
  const t = useT()
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ product, nb_ordered: ordered, removed = 0, line_total: total }) => (
        <li key={product.id} className="flex items-center gap-3 py-2">
          <span className="w-12 shrink-0">
            <ProductPicture
              source={product.images[0]}
              alt=""
              sizes="48px"
              className="rounded-small"
            />
          </span>
          <div className="min-w-0 flex-1">
            <p className="leading-snug font-semibold">
              <bdi className="tabular">{ordered - removed}</bdi>
              {' × '}
              <ProductName of={product} />
            </p>
            <p className="text-sm text-muted">
              <bdi dir="ltr">{product.code}</bdi>
            </p>
            {removed > 0 && (
              <p className="text-sm text-danger">
                {t('desk.removed_of', { count: removed, ordered })}
              </p>
            )}
          </div>
          <bdi dir="ltr" className="tabular">
            {formatPrice(total)}
          </bdi>
        </li>
      ))}
    </ul>
  )
}
