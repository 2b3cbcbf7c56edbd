import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { Link } from '../../ui/Link'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ProductName } from '../../domain/product/ProductName'
import type { Order } from './api'

/** What was ordered, as it was named and priced that day. */
export function OrderedProducts({ order }: { order: Pick<Order, 'products'> }) {
  const t = useT()
  return (
    <table className="w-full">
      <caption className="sr-only">{t('order.products')}</caption>
      <thead className="text-sm text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="w-12 py-2 text-start font-semibold sm:w-16 print:hidden">
            <span className="max-sm:sr-only">{t('order.image')}</span>
          </th>
          <th scope="col" className="px-2 py-2 text-start font-semibold">
            {t('order.name')}
          </th>
          <th scope="col" className="px-2 py-2 text-end font-semibold">
            {t('order.price')}
          </th>
          <th scope="col" className="py-2 ps-2 text-end font-semibold">
            {t('order.quantity')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {order.products.map(({ product, nb_ordered: quantity, removed, unit_price: price }) => (
          <tr key={product.id} className="break-inside-avoid">
            <td className="py-3 print:hidden">
              <ProductPicture
                source={product.images[0]}
                alt=""
                sizes="64px"
                className="rounded-small"
              />
            </td>
            <th scope="row" className="px-2 py-3 text-start">
              <ProductLink product={product} />
              {removed !== undefined && (
                <span className="block text-sm font-normal text-danger">
                  {t('order.removed', { count: removed })}
                </span>
              )}
            </th>
            <td className="px-2 py-3 text-end tabular">
              <bdi dir="ltr">{formatPrice(price)}</bdi>
            </td>
            <td className="py-3 ps-2 text-end tabular">{quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Leads to the product as it is today. */
function ProductLink({ product }: { product: Order['products'][number]['product'] }) {
  return (
    <Link
      to={`/product/${encodeURIComponent(product.id)}`}
      className="leading-snug font-semibold hover:text-primary hover:underline"
    >
      <ProductName of={product} />
    </Link>
  )
}
