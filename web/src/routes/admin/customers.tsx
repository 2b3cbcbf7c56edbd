import { AdminPage } from '../../features/admin/AdminPage'
import {
  CUSTOMERS_PAGE,
  customersAddress,
  customersQuery,
  readCustomersQuery,
} from '../../features/admin/customers'
import { CustomerTable } from '../../features/admin/CustomerTable'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { FilterBar } from '../../ui/FilterBar'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'

/** Everybody with an account, found by name, phone or email. */
export default function AdminCustomersScreen() {
  const t = useT()
  const navigate = useNavigate()
  const shown = readCustomersQuery(useLocation().search)
  const query = useQuery(customersQuery(shown))
  return (
    <AdminPage
      title={t('page.admin_customers')}
      paged={{ page: shown.page, filters: customersAddress({ ...shown, page: 1 }) }}
    >
      <div className="flex flex-col gap-4">
        <FilterBar
          search={{
            label: t('admin.customers_search'),
            searched: shown.q,
            onSearch: (typed) => navigate(customersAddress({ q: typed.trim(), page: 1 })),
            dir: 'auto',
          }}
        />
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState
              title={t('admin.customers_failed')}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeleton className="h-64 rounded-card" />
          )
        ) : query.data.body.length === 0 ? (
          <EmptyState
            illustration={<NothingFound />}
            title={t('admin.customers_none')}
            action={
              <LinkButton to="/admin/customers" variant="secondary">
                {t('list.clear_filters')}
              </LinkButton>
            }
          >
            {t('admin.customers_none_text')}
          </EmptyState>
        ) : (
          <>
            <CustomerTable customers={query.data.body} />
            <Pagination
              page={shown.page}
              pageCount={Math.ceil((query.data.total ?? 0) / CUSTOMERS_PAGE)}
              hrefFor={(page) => customersAddress({ ...shown, page })}
            />
          </>
        )}
      </div>
    </AdminPage>
  )
}
