import { turnOf } from '../../domain/product/picture-turn'
import type { Product } from '../../domain/product/product'
import type { ReactNode } from 'react'
import { ProductCardSkeleton } from '../../features/catalog/ProductCardSkeleton'
import { Carousel, CarouselItem } from '../../features/catalog/Carousel'
import { useT } from '../../lib/i18n'
import type { Served } from '../../lib/page-data'
import { ErrorState } from '../../ui/ErrorState'
import { ShopCard } from './ShopCard'

interface ProductCarouselProps {
  heading: string
  link?: ReactNode
  products: Served<readonly Product[]>
  /** Its pictures are among the first things seen. */
  priority?: boolean
}

/** As many as a phone shows, where the line is weak: their pictures are worth fetching at once. */
const FIRST_SEEN = 3
/** As many as fit on a wide screen. */
const SKELETONS = Array.from({ length: 5 }, (_, place) => place)
const SIZES = '(max-width: 1023px) 154px, 239px'

/** A row of products in each of its states: loading, failed, empty, or full. */
export function ProductCarousel({
  heading,
  link,
  products,
  priority = false,
}: ProductCarouselProps) {
  const t = useT()
  const list = products.data?.body
  if (list === undefined && products.failed) {
    return (
      <Carousel heading={heading}>
        <li className="w-full">
          <ErrorState title={t('error.products')} onRetry={products.retry} />
        </li>
      </Carousel>
    )
  }
  if (list === undefined) {
    return (
      <Carousel heading={heading} busy>
        {SKELETONS.map((place) => (
          <CarouselItem key={place}>
            <ProductCardSkeleton />
          </CarouselItem>
        ))}
      </Carousel>
    )
  }
  return (
    <Carousel heading={heading} link={link}>
      {list.length === 0 && <li className="py-8 text-muted">{t('home.no_products')}</li>}
      {list.map((product, place) => (
        <CarouselItem key={product.id}>
          <ShopCard
            product={product}
            sizes={SIZES}
            turn={priority && place < FIRST_SEEN ? turnOf(place) : 'near'}
          />
        </CarouselItem>
      ))}
    </Carousel>
  )
}
