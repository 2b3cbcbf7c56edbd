import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type BulkAnswer, rowChanges } from '../../domain/product-table/bulk'
import { UndoNotice } from '../../domain/product-table/UndoNotice'
import {
  catalogueAddress,
  type CatalogueQuery,
  catalogueQuery,
  readCatalogue,
  shows,
  STORE_PRODUCTS_PAGE,
} from '../../features/store-products/api'
import { undoProductEdit } from '../../features/store-products/bulk-api'
import { BulkEdit } from '../../features/store-products/BulkEdit'
import { StoreProductList } from '../../features/store-products/StoreProductList'
import { storeQuery } from '../../features/stores/api'
import { storePath } from '../../features/stores/paths'
import { ApiError } from '../../lib/errors'
import { nameOfStore } from '../../domain/store/store'
import { useLang, useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useResultsInView } from '../../lib/results-in-view'
import { useLocation, useNavigate, useParams } from '../../lib/router'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { SearchField } from '../../ui/SearchField'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { NotYours } from './NotYours'

/** The products of a store, for its people. */
export default function StoreProductsScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const query = readCatalogue(useLocation().search)
  const client = useQueryClient()
  const [made, setMade] = useState<BulkAnswer | null>(null)
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
      {made?.edit !== undefined && made.undo_until !== undefined && (
        <div className="mb-4">
          <UndoNotice
            key={made.edit}
            title={t('product.bulk_done', { count: made.rows.filter(rowChanges).length })}
            until={made.undo_until}
            untilText="product.bulk_undo_until"
            resource="bulk-edit"
            undo={() => undoProductEdit(id, made.edit ?? '')}
            onGone={() => {
              setMade(null)
              return client.invalidateQueries({ queryKey: ['store-catalogue'] })
            }}
          />
        </div>
      )}
      <Rows key={catalogueAddress(id, query)} store={id} query={query} onMade={setMade} />
    </div>
  )
}

const PLACES = [0, 1, 2, 3]

interface RowsProps {
  store: string
  query: CatalogueQuery
  /** After many products were changed at once. */
  onMade: (answer: BulkAnswer) => void
}

function Rows({ store, query, onMade }: RowsProps) {
  const t = useT()
  const client = useQueryClient()
  const page = useQuery(catalogueQuery(store, query))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  if (page.error instanceof ApiError && (page.error.status === 404 || page.error.status === 403)) {
    return (
      <NotYours
        error={page.error}
        title={page.error.status === 404 ? t('error.store_not_found') : t('store.not_yours')}
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
  const chosen = rows.filter(({ product }) => selected.has(product.id))
  const renew = () => client.invalidateQueries({ queryKey: ['store-catalogue'] })

  function select(id: string, on: boolean) {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    setSelected(next)
  }

  if (rows.length === 0) {
    if (query.q !== '' || query.show !== '' || query.page > 1) {
      return <EmptyState illustration={<NothingFound />} title={t('admin.products_empty')} />
    }
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('store.no_products')}
        action={
          <LinkButton to={storePath(store, 'add-product')}>{t('store.add_product')}</LinkButton>
        }
      >
        {t('store.no_products_hint')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-sm text-muted">
          {t('admin.products_count', { count: total })}
        </p>
        <Checkbox
          name="select_all"
          label={t('product.bulk_select_all')}
          checked={chosen.length === rows.length}
          onChange={(event) =>
            setSelected(new Set(event.target.checked ? rows.map(({ product }) => product.id) : []))
          }
        />
      </div>
      <Card
        flush
        aria-busy={page.isPlaceholderData}
        className={cx('overflow-hidden', page.isPlaceholderData && 'opacity-60')}
      >
        <StoreProductList rows={rows} selected={selected} onSelect={select} />
      </Card>
      {chosen.length > 0 && (
        <BulkEdit
          store={store}
          selected={chosen}
          onDone={(answer) => {
            setSelected(new Set())
            onMade(answer)
            return renew()
          }}
        />
      )}
      <Pagination
        page={query.page}
        pageCount={Math.ceil(total / STORE_PRODUCTS_PAGE)}
        hrefFor={(other) => catalogueAddress(store, { ...query, page: other })}
        className="mt-6"
      />
    </>
  )
}
