import type { ReactNode } from 'react'
import type { Product } from '../../features/catalog/api'
import { ProductCardSkeleton } from '../../features/catalog/ProductCardSkeleton'
import { Shelf, ShelfItem } from '../../features/catalog/Shelf'
import { useT } from '../../lib/i18n'
import type { Served } from '../../lib/page-data'
import { ErrorState } from '../../ui/ErrorState'
import { ShopCard } from './ShopCard'

interface ProductShelfProps {
  heading: string
  link?: ReactNode
  products: Served<readonly Product[]>
  /** Its pictures are among the first things seen. */
  priority?: boolean
}

/** As many as a phone shows, where the line is weak: their pictures are worth fetching first. */
const FIRST_SEEN = 3
/** As many as fit on a wide screen. */
const SKELETONS = Array.from({ length: 5 }, (_, place) => place)
const SIZES = '(max-width: 1023px) 154px, 239px'

/** A shelf of products in each of its states: on its way, not arrived, empty, or full. */
export function ProductShelf({ heading, link, products, priority = false }: ProductShelfProps) {
  const t = useT()
  const list = products.data?.body
  if (list === undefined && products.failed) {
    return (
      <Shelf heading={heading}>
        <li className="w-full">
          <ErrorState title={t('error.products')} onRetry={products.retry} />
        </li>
      </Shelf>
    )
  }
  if (list === undefined) {
    return (
      <Shelf heading={heading} busy>
        {SKELETONS.map((place) => (
          <ShelfItem key={place}>
            <ProductCardSkeleton />
          </ShelfItem>
        ))}
      </Shelf>
    )
  }
  return (
    <Shelf heading={heading} link={link}>
      {list.length === 0 && <li className="py-8 text-muted">{t('home.no_products')}</li>}
      {list.map((product, place) => (
        <ShelfItem key={product.id}>
          <ShopCard product={product} sizes={SIZES} priority={priority && place < FIRST_SEEN} />
        </ShelfItem>
      ))}
    </Shelf>
  )
}
