import type { Product } from '../../domain/product/product'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import type { PictureTurn } from '../../domain/product/picture-turn'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { Price } from '../../domain/product/Price'
import { ProductName } from '../../domain/product/ProductName'
import { brandName } from '../../domain/product/brand-name'

interface ProductCardProps {
  product: Product
  /** The add-to-cart button, which also says when there is nothing left. */
  action: ReactNode
  /** The heart on the corner of the picture. */
  corner?: ReactNode
  /** How wide the picture will be, in the notation of `<img sizes>`. */
  sizes?: string
  /** When its picture is fetched. */
  turn?: PictureTurn
  className?: string
}

/**
 * One product in a carousel or in a list. The name's link covers the whole card; the heart and the
 * button lie above it, so that pressing them does not open the product.
 */
export function ProductCard({ product, action, corner, sizes, turn, className }: ProductCardProps) {
  const t = useT()
  return (
    <article
      data-brand={product.brand}
      className={cx(
        'group relative flex h-full flex-col rounded-card border border-line bg-paper transition-shadow hover:shadow-raised',
        className,
      )}
    >
      <div className="relative">
        <ProductPicture
          source={product.images[0]}
          alt=""
          sizes={sizes}
          turn={turn}
          className={cx('rounded-t-card', !product.in_stock && 'opacity-60')}
        />
        {corner !== undefined && <div className="absolute end-2 top-2 z-10">{corner}</div>}
      </div>
      <div className="flex flex-1 flex-col p-3">
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{brandName(t, product.brand)}</bdi>
        </p>
        <h3 className="mb-2 text-base leading-snug font-semibold">
          <Link
            to={`/product/${encodeURIComponent(product.id)}`}
            className="-mb-1 line-clamp-4 min-h-[2lh] pb-1 group-hover:text-primary after:absolute after:inset-0 after:rounded-card"
          >
            <ProductName of={product} />
          </Link>
        </h3>
        <Price
          price={product.price}
          discount={product.discount}
          discountedPrice={product.discounted_price}
          className="mt-auto min-h-8"
        />
        <div className="relative z-10 mt-3">{action}</div>
      </div>
    </article>
  )
}
