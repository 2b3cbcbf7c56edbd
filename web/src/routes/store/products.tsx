import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import {
  catalogueAddress,
  type CatalogueQuery,
  catalogueQuery,
  readCatalogue,
  shows,
  STORE_PRODUCTS_PAGE,
} from '../../features/store-products/api'
import { StoreProductList } from '../../features/store-products/StoreProductList'
import { storeQuery } from '../../features/stores/api'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { storePath } from '../../features/stores/paths'
import { ApiError } from '../../lib/errors'
import { nameOfStore } from '../../domain/store/store'
import { useLang, useT } from '../../lib/i18n'
import { useResultsInView } from '../../lib/results-in-view'
import { useLocation, useNavigate, useParams } from '../../lib/router'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { SearchField } from '../../ui/SearchField'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'

/** The products of a store, for its people. */
export default function StoreProductsScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const query = readCatalogue(useLocation().search)
  const store = useQuery(storeQuery(id))
  const heading = useResultsInView<HTMLHeadingElement>({ page: query.page })
  const change = (other: Partial<CatalogueQuery>) =>
    navigate(catalogueAddress(id, { ...query, page: 1, ...other }))
  return (
    <div className="page-width max-w-4xl pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          { label: t('store.title'), to: '/user/stores' },
          {
            label: store.data === undefined ? t('page.store') : nameOfStore(lang, store.data.store),
            to: storePath(id),
          },
          { label: t('admin.products') },
        ]}
      />
      <div className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
          {t('admin.products')}
        </h1>
        <LinkButton to={storePath(id, 'add-product')}>
          <Plus aria-hidden="true" className="size-5" />
          {t('store.add_product')}
        </LinkButton>
      </div>
      <div className="mb-4 grid items-end gap-3 sm:grid-cols-2">
        <SearchField
          key={query.q}
          label={t('admin.products_search')}
          searched={query.q}
          onSearch={(q) => change({ q })}
        />
        <Select
          name="show"
          label={t('common.status')}
          value={query.show}
          onChange={(event) => change({ show: event.target.value as CatalogueQuery['show'] })}
          options={[
            { value: '', label: t('common.all') },
            ...shows.map((show) => ({ value: show, label: t(`store.show_${show}`) })),
          ]}
        />
      </div>
      <Rows store={id} query={query} />
    </div>
  )
}

const PLACES = [0, 1, 2, 3]

function Rows({ store, query }: { store: string; query: CatalogueQuery }) {
  const t = useT()
  const page = useQuery(catalogueQuery(store, query))
  if (page.error instanceof ApiError && (page.error.status === 404 || page.error.status === 403)) {
    return (
      <EmptyState
        illustration={<EmptyStores />}
        title={page.error.status === 404 ? t('error.store_not_found') : t('store.not_yours')}
        action={<LinkButton to="/user/stores">{t('nav.my_stores')}</LinkButton>}
      />
    )
  }
  if (page.data === undefined && page.isError) {
    return (
      <ErrorState
        title={t('error.products')}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    )
  }
  if (page.data === undefined) {
    return (
      <Card flush aria-busy="true" className="divide-y divide-line">
        {PLACES.map((place) => (
          <Skeleton key={place} className="m-4 h-24" />
        ))}
      </Card>
    )
  }
  const { body: rows, total = rows.length } = page.data
  if (rows.length === 0) {
    return <EmptyState illustration={<NothingFound />} title={t('admin.products_empty')} />
  }
  return (
    <>
      <p role="status" className="mb-2 text-sm text-muted">
        {t('admin.products_count', { count: total })}
      </p>
      <Card flush className={cx('overflow-hidden', page.isPlaceholderData && 'opacity-60')}>
        <StoreProductList rows={rows} />
      </Card>
      <Pagination
        page={query.page}
        pageCount={Math.ceil(total / STORE_PRODUCTS_PAGE)}
        hrefFor={(other) => catalogueAddress(store, { ...query, page: other })}
        className="mt-6"
      />
    </>
  )
}
