import type { Product } from '../../domain/product/product'
import { Banknote, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Link } from '../../ui/Link'
import { formatPrice } from '../../domain/money/money'
import { Price } from '../../domain/product/Price'
import { ProductName } from '../../domain/product/ProductName'
import { joinMeasures } from '../../domain/product/measures'
import { brandName } from '../../domain/product/brand-name'
import { mayBeOrdered } from '../../domain/product/regulation'
import { DeliveryTimes } from '../../domain/store/DeliveryTimes'
import { categoryName } from '../../domain/product/category-name'
import { Gallery } from './Gallery'
import { measureText } from './measure'
import { Specifications } from './Specifications'
import { StockLine } from './StockLine'
import { quantityLimit } from './stock'
import { unitPrice } from './unit-price'
import { Warnings } from './Warnings'

interface ProductViewProps {
  product: Product
  /** Ways to ask about it. */
  questions?: ReactNode
  /** Quantity, cart and wishlist; on phones they stay at the bottom of the screen. */
  actions: ReactNode
}

/** One product: pictures, what it is and costs, how to get it, and what is to be known about it. */
export function ProductView({ product, questions, actions }: ProductViewProps) {
  const t = useT()
  const { lang } = useLang()
  const name = nameIn(lang, product)
  const limit = quantityLimit(product)
  return (
    <div className="page-width pt-2 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('nav.home'), to: '/' },
          {
            label: categoryName(t, product.category),
            to: `/product/category/${product.category}`,
          },
          { label: joinMeasures(name) },
        ]}
      />
      <div className="mt-1 grid gap-6 md:grid-cols-2 lg:mt-4 lg:gap-12 sm:short:grid-cols-2">
        <Gallery key={product.id} images={product.images} name={name} faded={!product.in_stock} />
        <div className="flex flex-col items-start gap-4 lg:pt-2">
          <div>
            <Link
              to={`/brand/${encodeURIComponent(product.brand)}`}
              className="inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
            >
              <bdi>{brandName(t, product.brand)}</bdi>
            </Link>
            <h1 className="text-2xl lg:text-3xl">
              <ProductName of={product} />
            </h1>
          </div>
          <div>
            <Price
              size="lg"
              price={product.price}
              discount={product.discount}
              discountedPrice={product.discounted_price}
            />
            <PerUnit product={product} />
          </div>
          <StockLine product={product} />
          {actions}
          {limit.by === 'product' && (
            <p className="text-sm text-muted">
              {t('product.max_per_order', { count: limit.most })}
            </p>
          )}
          <ul className="flex flex-col gap-2 border-t border-line pt-4 text-sm text-muted lg:mt-2 lg:w-full">
            <li className="flex items-center gap-2">
              <Truck aria-hidden="true" className="size-5 mirror-rtl" />
              {t('home.hero_delivery')}
            </li>
            {product.in_stock && mayBeOrdered(product) && (
              <li>
                <DeliveryTimes products={[product]} />
              </li>
            )}
            <li className="flex items-center gap-2">
              <Banknote aria-hidden="true" className="size-5" />
              {t('home.hero_cash')}
            </li>
          </ul>
          {questions}
        </div>
      </div>
      <div className="mt-10 flex max-w-4xl flex-col gap-6 lg:mt-14">
        <Warnings product={product} />
        <Specifications product={product} />
      </div>
    </div>
  )
}

/** What a piece or 100 ml cost, to compare packs by. */
function PerUnit({ product }: { product: Product }) {
  const t = useT()
  const unit = unitPrice(product)
  if (unit === null) return null
  const price = (
    <bdi key="price" dir="ltr" className="tabular">
      {formatPrice(unit.price)}
    </bdi>
  )
  return (
    <p className="text-sm text-muted">
      {unit.per === undefined
        ? t.nodes('product.each', { price })
        : t.nodes('product.per_amount', {
            price,
            amount: (
              <bdi key="amount" className="whitespace-nowrap">
                {measureText(t, unit.per)}
              </bdi>
            ),
          })}
    </p>
  )
}
