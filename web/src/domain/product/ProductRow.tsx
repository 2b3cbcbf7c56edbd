import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/Link'
import type { Product } from './product'
import { ProductName } from './ProductName'
import { ProductPicture } from './ProductPicture'

interface ProductRowProps {
  product: Pick<Product, 'id' | 'images' | 'english_name' | 'arabic_name'>
  /** The brand as it is called in the current language. */
  brand: string
  /** Whether it can be bought now; what cannot is paler. */
  available: boolean
  /** Whether its page exists; without one the name is no link. */
  linked?: boolean
  /** What stands below the name: the price, notices. */
  children: ReactNode
  /** What stands at the row's end, below it on phones. */
  end: ReactNode
  className?: string
}

/** A product in a list of chosen ones: picture, brand, name, and whatever the list adds. */
export function ProductRow({
  product,
  brand,
  available,
  linked = true,
  children,
  end,
  className,
}: ProductRowProps) {
  const name = <ProductName of={product} />
  return (
    <li
      className={cx(
        'grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 gap-y-3 py-4',
        'sm:grid-cols-[96px_minmax(0,1fr)_auto]',
        className,
      )}
    >
      <ProductPicture
        source={product.images[0]}
        alt=""
        sizes="96px"
        className={cx('rounded-control', !available && 'opacity-60')}
      />
      <div className="min-w-0">
        <p className="truncate text-sm text-muted">
          <bdi>{brand}</bdi>
        </p>
        <h2 className="text-base leading-snug font-semibold">
          {linked ? (
            <Link to={`/product/${encodeURIComponent(product.id)}`} className="hover:text-primary">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {children}
      </div>
      {end}
    </li>
  )
}
