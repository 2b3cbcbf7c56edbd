import { Suspense } from 'react'
import { homeDiscountsQuery, homeProductsQuery } from '../features/home/api'
import { Brands } from '../features/home/Brands'
import { Categories } from '../features/home/Categories'
import { Concerns } from '../features/home/Concerns'
import { Hero } from '../features/home/Hero'
import { SessionMessage } from '../features/home/SessionMessage'
import { useT } from '../lib/i18n'
import { useServed } from '../lib/page-data'
import { Link } from '../ui/Link'
import { ProductCarousel } from './product/ProductCarousel'

/** Home: message, what the shop is, concerns, products, categories, discounts, brands, in this order. */
export default function HomeScreen() {
  const t = useT()
  const products = useServed(homeProductsQuery())
  const discounts = useServed(homeDiscountsQuery())
  const anyDiscount = discounts.data === undefined || discounts.data.body.length > 0
  return (
    <>
      <SessionMessage />
      <Hero />
      <Concerns />
      {/* Each part comes to life by itself, and the one that is touched first. */}
      <Suspense>
        <ProductCarousel heading={t('home.products')} products={products} priority />
      </Suspense>
      <Suspense>
        <Categories />
      </Suspense>
      <Suspense>
        {anyDiscount && (
          <ProductCarousel
            heading={t('home.discounts')}
            products={discounts}
            link={
              <Link
                to="/product/discounts"
                className="flex items-center px-2 font-semibold text-primary underline-offset-4 touch-target hover:underline"
              >
                {t('home.show_all')}
              </Link>
            }
          />
        )}
      </Suspense>
      <Brands />
    </>
  )
}
