import { nameOfStore } from '../../domain/store/store'
import { approvalTone } from '../../domain/approval/approval-tone'
import { turnOf } from '../../domain/product/picture-turn'
import type { Product } from '../../domain/product/product'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useParams } from '../../lib/router'
import shop from '../../../../contract/shop.json'
import { readList } from '../../features/catalog/list-query'
import { ProductCard } from '../../features/catalog/ProductCard'
import { ProductCardSkeleton } from '../../features/catalog/ProductCardSkeleton'
import { useDocumentTitle } from '../../features/layout/document-title'
import { useSession } from '../../features/session/api'
import { storeProductsQuery, storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { StoreHead } from '../../features/stores/StoreHead'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { useResultsInView } from '../../lib/results-in-view'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { ShopCard } from '../product/ShopCard'

/** One store and what it sells. */
export default function StoreScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const query = useQuery(storeQuery(id))
  useDocumentTitle(query.data === undefined ? t('page.store') : nameOfStore(lang, query.data.store))

  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        titleAs="h1"
        className="page-width"
        illustration={<EmptyStores />}
        title={t('error.store_not_found')}
        action={<LinkButton to="/">{t('common.go_home')}</LinkButton>}
      />
    )
  }
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        className="page-width"
        title={t('store.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <div className="page-width py-4 lg:py-8">
      {query.data === undefined ? (
        <Skeleton className="h-48 w-full rounded-card" />
      ) : (
        <>
          {query.data.mine && query.data.store.status === 'pending' && (
            <Alert tone="info" className="mb-4">
              {t('store.pending_note')}
            </Alert>
          )}
          <StoreHead {...query.data} />
        </>
      )}
      <section aria-labelledby="store-products" className="mt-6 lg:mt-8">
        <ProductsHeading />
        <Products id={id} mine={query.data?.mine ?? false} />
      </section>
    </div>
  )
}

const grid = 'mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4'
const FIRST_ROW = 4

function ProductsHeading() {
  const t = useT()
  const { page } = readList(useLocation().search)
  const results = useResultsInView<HTMLHeadingElement>({ page })
  return (
    <h2 id="store-products" ref={results} tabIndex={-1} className="text-xl">
      {t('store.products')}
    </h2>
  )
}

function Products({ id, mine }: { id: string; mine: boolean }) {
  const t = useT()
  const { search } = useLocation()
  const { page } = readList(search)
  const query = useQuery(storeProductsQuery(id, page))
  if (query.data === undefined && query.isError) {
    return <ErrorState title={t('error.products')} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) {
    return (
      <div className={grid} aria-busy="true">
        {Array.from({ length: FIRST_ROW }, (_, place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    )
  }
  const { body: products, total = products.length } = query.data
  if (products.length === 0) {
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('store.no_products')}
        action={
          mine && (
            <LinkButton to={storePath(id, 'add-product')}>{t('store.add_product')}</LinkButton>
          )
        }
      >
        {mine ? t('store.no_products_hint') : undefined}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={grid}>
        {products.map((product, place) => (
          <li key={product.id}>
            {product.status === undefined || product.status === 'approved' ? (
              <ShopCard product={product} turn={turnOf(place)} />
            ) : (
              <HiddenCard product={product} status={product.status} />
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={Math.ceil(total / shop.lists.page_size)}
        hrefFor={(other) => (other === 1 ? storePath(id) : `${storePath(id)}?page=${other}`)}
        className="mt-10"
      />
    </>
  )
}

/** A product that only its owner and admins see: its state in place of the button. */
function HiddenCard({
  product,
  status,
}: {
  product: Product
  status: NonNullable<Product['status']>
}) {
  const t = useT()
  const session = useSession()
  const admin = session.state === 'user' && session.user.admin
  return (
    <ProductCard
      product={product}
      action={
        <div className="flex flex-col gap-1">
          <Tag tone={approvalTone[status]} className="whitespace-normal!">
            {t(`admin.product_status_${status}`)}
          </Tag>
          {admin ? (
            <Link
              to={`/product/edit/${encodeURIComponent(product.id)}`}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline"
            >
              {t('product.edit')}
            </Link>
          ) : (
            <p className="text-sm text-muted">
              {status === 'rejected' && product.reason !== undefined ? (
                <bdi>{product.reason}</bdi>
              ) : (
                t('store.products_pending')
              )}
            </p>
          )}
        </div>
      }
    />
  )
}
