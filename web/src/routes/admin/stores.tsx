import { AdminPage } from '../../features/admin/AdminPage'
import { adminStoresQuery, STORES_PAGE } from '../../features/admin/stores-api'
import { readStoresQuery, storesAddress, storeStates } from '../../features/admin/stores-query'
import { StoreTable } from '../../features/admin/StoreTable'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { FilterBar } from '../../ui/FilterBar'
import { KindLinks } from '../../ui/KindLinks'
import { LinkButton } from '../../ui/LinkButton'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'

const kinds = ['', ...storeStates] as const

/** Every store: where it stands, what it has, and the way to its page. */
export default function AdminStoresScreen() {
  const t = useT()
  const navigate = useNavigate()
  const shown = readStoresQuery(useLocation().search)
  const query = useQuery(adminStoresQuery(shown))
  const narrowed = shown.q !== '' || shown.status !== ''
  return (
    <AdminPage
      title={t('page.admin_stores')}
      paged={{ page: shown.page, filters: storesAddress({ ...shown, page: 1 }) }}
    >
      <div className="flex flex-col gap-4">
        <FilterBar
          search={{
            label: t('admin.stores_search'),
            searched: shown.q,
            onSearch: (typed) => navigate(storesAddress({ ...shown, q: typed.trim(), page: 1 })),
            dir: 'auto',
          }}
        >
          <KindLinks
            label={t('admin.filter_status')}
            kinds={kinds}
            chosen={shown.status}
            hrefFor={(status) => storesAddress({ ...shown, status, page: 1 })}
          >
            {(status) => (status === '' ? t('common.all') : t(`store.status_${status}`))}
          </KindLinks>
        </FilterBar>
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState
              title={t('store.load_failed')}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeleton className="h-64 rounded-card" />
          )
        ) : query.data.body.length === 0 ? (
          <EmptyState
            illustration={<EmptyStores />}
            title={t(narrowed ? 'admin.stores_none' : 'store.empty')}
            action={
              narrowed && (
                <LinkButton to="/admin/stores" variant="secondary">
                  {t('list.clear_filters')}
                </LinkButton>
              )
            }
          >
            {t(narrowed ? 'admin.stores_none_text' : 'admin.stores_empty_text')}
          </EmptyState>
        ) : (
          <>
            <StoreTable stores={query.data.body} />
            <Pagination
              page={shown.page}
              pageCount={Math.ceil((query.data.total ?? 0) / STORES_PAGE)}
              hrefFor={(page) => storesAddress({ ...shown, page })}
            />
          </>
        )}
      </div>
    </AdminPage>
  )
}
