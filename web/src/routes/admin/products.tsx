import { Plus } from 'lucide-react'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import { ADMIN_PRODUCTS_PAGE, adminProductsQuery } from '../../features/admin/api'
import { ProductTable } from '../../features/admin/ProductTable'
import {
  isNarrowed,
  readTable,
  tableAddress,
  type TableQuery,
} from '../../features/admin/table-query'
import { TableFilters } from '../../features/admin/TableFilters'
import { useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { AdminPage } from '../../features/admin/AdminPage'

/** Every product, pending ones too; price and stock change in place. */
export default function AdminProductsScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { search } = useLocation()
  const table = readTable(search)
  const query = useQuery(adminProductsQuery(table))
  // A shop without products has nothing to filter.
  const bare = !isNarrowed(table) && table.page === 1 && query.data?.body.length === 0
  return (
    <AdminPage
      title={t('admin.products')}
      paged={{ page: table.page, filters: tableAddress({ ...table, page: 1 }) }}
      action={
        <LinkButton to="/admin/product/new">
          <Plus aria-hidden="true" className="size-5" />
          {t('product.add_title')}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        {!bare && (
          <TableFilters table={table} onChange={(other) => navigate(tableAddress(other))} />
        )}
        <Rows table={table} />
      </div>
    </AdminPage>
  )
}

const PLACES = [0, 1, 2, 3, 4, 5]

function Rows({ table }: { table: TableQuery }) {
  const t = useT()
  const query = useQuery(adminProductsQuery(table))
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title={t('admin.products_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) {
    return (
      <Card flush aria-busy="true" className="divide-y divide-line">
        {PLACES.map((place) => (
          <div key={place} className="flex items-center gap-3 p-3">
            <Skeleton className="size-12" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        ))}
      </Card>
    )
  }
  const { body: rows, total = rows.length } = query.data
  if (rows.length === 0) {
    if (isNarrowed(table) || table.page > 1) {
      return <EmptyState illustration={<NothingFound />} title={t('admin.products_empty')} />
    }
    return (
      <EmptyState
        illustration={<NothingFound />}
        title={t('admin.products_none')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/admin/product/new">{t('product.add_title')}</LinkButton>
            <LinkButton to="/admin/import" variant="secondary">
              {t('admin.import_title')}
            </LinkButton>
          </div>
        }
      >
        {t('admin.products_none_hint')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <p role="status">{t('admin.products_count', { count: total })}</p>
        <p className="max-md:hidden">{t('admin.products_hint')}</p>
      </div>
      <Card
        flush
        aria-busy={query.isPlaceholderData}
        className={cx('overflow-hidden', query.isPlaceholderData && 'opacity-60')}
      >
        <ProductTable rows={rows} />
      </Card>
      <Pagination
        page={table.page}
        pageCount={Math.ceil(total / ADMIN_PRODUCTS_PAGE)}
        hrefFor={(page) => tableAddress({ ...table, page })}
      />
    </>
  )
}
