import type { Category } from '../../domain/product/product'
import type { Product } from '../../domain/product/product'
import { Suspense, useEffect } from 'react'
import { useParams } from '../../lib/router'
import { categoryQuery, productQuery } from '../../features/catalog/api'
import { categoryName } from '../../domain/product/category-name'
import { readList } from '../../features/catalog/list-query'
import { AskLine } from '../../domain/store/AskLine'
import { AskPharmacy } from '../../features/catalog/AskPharmacy'
import type { Pharmacist } from '../../features/catalog/PharmacyLinks'
import { EmptyList } from '../../features/catalog/EmptyList'
import { ProductView } from '../../features/catalog/ProductView'
import { ProductViewSkeleton } from '../../features/catalog/ProductViewSkeleton'
import { useDocumentTitle } from '../../features/layout/document-title'
import { RestockLink } from '../../features/restock/RestockLink'
import { track } from '../../lib/analytics'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { useServed } from '../../lib/page-data'
import { Alert } from '../../ui/Alert'
import { ErrorState } from '../../ui/ErrorState'
import { mayBeOrdered } from '../../domain/product/regulation'
import { SoldBy } from '../../domain/store/SoldBy'
import { BuyBar } from './BuyBar'
import { ProductCarousel } from './ProductCarousel'

/** One product. */
export default function ProductScreen() {
  const t = useT()
  const { id = '' } = useParams()
  const answer = useServed(productQuery(id))
  const product = answer.data?.body.product
  if (product !== undefined) {
    return <ProductContent product={product} pharmacist={answer.data?.body.pharmacist} />
  }
  if (answer.missing) return <NoSuchProduct />
  if (answer.failed) {
    return <ErrorState title={t('error.product')} onRetry={answer.retry} className="page-width" />
  }
  return <ProductViewSkeleton />
}

interface ProductContentProps {
  product: Product
  pharmacist: Pharmacist | undefined
}

function ProductContent({ product, pharmacist }: ProductContentProps) {
  const { lang } = useLang()
  useDocumentTitle(nameIn(lang, product))
  useCountedView(product)
  return (
    <>
      <ProductView
        product={product}
        questions={
          mayBeOrdered(product) && (
            <AskLine
              pharmacist={pharmacist}
              about={nameIn(lang, product)}
              withHours={product.store === undefined}
            />
          )
        }
        actions={
          <>
            <Actions product={product} pharmacist={pharmacist} />
            <SoldBy store={product.store} hours />
          </>
        }
      />
      <Suspense>
        <MoreInCategory category={product.category} without={product.id} />
      </Suspense>
    </>
  )
}

/** What a shopper can do: buy it, or learn why not. */
function Actions({ product, pharmacist }: ProductContentProps) {
  if (product.status === 'pending' || product.status === 'rejected') {
    return <NotOnSale status={product.status} reason={product.reason} />
  }
  if (!mayBeOrdered(product)) return <AskPharmacy pharmacist={pharmacist} />
  return (
    <>
      <BuyBar key={product.id} product={product} />
      {!product.in_stock && <RestockLink productId={product.id} />}
    </>
  )
}

/** In place of the cart: only its owner and admins see such a product, and nobody can buy it. */
function NotOnSale({ status, reason }: { status: 'pending' | 'rejected'; reason?: string }) {
  const t = useT()
  return (
    <Alert
      tone={status === 'pending' ? 'warning' : 'error'}
      title={t(status === 'pending' ? 'product.status_pending' : 'product.status_rejected')}
    >
      {reason !== undefined && <bdi>{reason}</bdi>}
    </Alert>
  )
}

function useCountedView(product: Product): void {
  const { id, english_name: name, discounted_price: price, category } = product
  useEffect(() => {
    track('view_item', [{ id, name, price, quantity: 1, category }])
  }, [id, name, price, category])
}

const firstPage = readList('')

function MoreInCategory({ category, without }: { category: Category; without: string }) {
  const t = useT()
  const products = useServed(categoryQuery(category, firstPage))
  const others = products.data?.body.filter((product) => product.id !== without)
  if (products.failed || others?.length === 0) return null
  return (
    <ProductCarousel
      heading={t('product.more_in_category', { category: categoryName(t, category) })}
      products={{ ...products, data: others === undefined ? undefined : { body: others } }}
    />
  )
}

function NoSuchProduct() {
  const t = useT()
  useDocumentTitle(t('product.not_found'))
  return (
    <EmptyList alone title={t('product.not_found')}>
      {t('list.choose_category')}
    </EmptyList>
  )
}
