import { formatPrice } from '../../domain/money/money'
import { OrderRow } from '../../domain/order/OrderRow'
import { nameOfStore } from '../../domain/store/store'
import { AdminPage } from '../../features/admin/AdminPage'
import { adminCatalogueKeys, decideStore, type ManagedStore } from '../../features/admin/api'
import { auditQuery } from '../../features/admin/audit-api'
import { auditAddress, wholeAudit } from '../../features/admin/audit-query'
import { AuditList } from '../../features/admin/AuditList'
import { balancesQuery } from '../../features/admin/balances'
import { RecordPart, RecordPartWaiting } from '../../features/admin/RecordPart'
import { StoreDecision } from '../../features/admin/StoreDecision'
import { StoreFacts } from '../../features/admin/StoreFacts'
import { adminStoreQuery, latestOrdersQuery } from '../../features/admin/stores-api'
import { StoreState } from '../../features/admin/StoreState'
import { membersQuery } from '../../features/members/api'
import { storeKeys } from '../../features/stores/api'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { Alert } from '../../ui/Alert'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'

/** One store as the house sees it: what it holds, its people, money, orders and record. */
export default function AdminStoreScreen() {
  const t = useT()
  const { lang } = useLang()
  const { id = '' } = useParams()
  const query = useQuery(adminStoreQuery(id))
  const missing = query.error instanceof ApiError && query.error.status === 404
  return (
    <AdminPage
      title={query.data === undefined ? t('page.admin_store') : nameOfStore(lang, query.data.store)}
      action={query.data !== undefined && <StoreState store={query.data.store} />}
    >
      {query.data !== undefined ? (
        <OneStore managed={query.data} />
      ) : missing ? (
        <EmptyState
          illustration={<NothingFound />}
          title={t('error.store_not_found')}
          action={<LinkButton to="/admin/stores">{t('page.admin_stores')}</LinkButton>}
        />
      ) : query.isError ? (
        <ErrorState
          title={t('store.load_failed')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </AdminPage>
  )
}

function OneStore({ managed }: { managed: ManagedStore }) {
  const t = useT()
  const may = useMay()
  const client = useQueryClient()
  const { store } = managed
  const path = `/store/${encodeURIComponent(store.id)}`
  return (
    <div className="flex flex-col gap-4">
      {store.status === 'rejected' && store.reason !== undefined && (
        <Alert tone="warning">
          {t.nodes('store.reason', { reason: <bdi key="reason">{store.reason}</bdi> })}
        </Alert>
      )}
      <nav aria-label={t('page.admin_store')} className="flex flex-wrap gap-2">
        <LinkButton to={path} variant="secondary">
          {t('store.view')}
        </LinkButton>
        {may('edit_products') && (
          <LinkButton to={`${path}/products`} variant="secondary">
            {`${t('admin.products')} (${managed.products})`}
          </LinkButton>
        )}
        {may('see_store_orders') && (
          <LinkButton to={`${path}/orders`} variant="secondary">
            {`${t('admin.open_orders')} (${managed.open_orders})`}
          </LinkButton>
        )}
      </nav>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <StoreFacts managed={managed} />
          {may('see_members') && <People id={store.id} />}
        </div>
        <div className="flex flex-col gap-4">
          {may('approve_stores') && (
            <StoreDecision
              store={store}
              decide={async (decision) => {
                await decideStore(store.id, decision)
                await Promise.all([
                  client.invalidateQueries({ queryKey: adminCatalogueKeys.all }),
                  client.invalidateQueries({ queryKey: storeKeys.all }),
                ])
              }}
            />
          )}
          {may('see_store_money') && <Balance id={store.id} />}
          {may('see_store_orders') && <LatestOrders id={store.id} />}
        </div>
      </div>
      {may('see_audit') && <Record id={store.id} />}
    </div>
  )
}

function People({ id }: { id: string }) {
  const t = useT()
  const { data, isError } = useQuery(membersQuery(id))
  return (
    <RecordPart
      name="people"
      title={t('members.title')}
      more={{ to: `/store/${encodeURIComponent(id)}/people`, text: t('admin.manage') }}
    >
      {data === undefined ? (
        <RecordPartWaiting failed={isError} />
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {data.members.map((member) => (
            <li key={member._id} className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{member.full_name}</bdi> ·{' '}
                <bdi dir="ltr">{member.email}</bdi>
              </span>
              <Tag tone="neutral">{t(`role.${member.role}`)}</Tag>
            </li>
          ))}
        </ul>
      )}
    </RecordPart>
  )
}

function Balance({ id }: { id: string }) {
  const t = useT()
  const { data, isError } = useQuery(balancesQuery())
  const balance = data?.find(({ store }) => store === id)
  return (
    <RecordPart
      name="balance"
      title={t('ledger.balance')}
      more={{ to: `/store/${encodeURIComponent(id)}/money`, text: t('ledger.statement') }}
    >
      {data === undefined ? (
        <RecordPartWaiting failed={isError} />
      ) : (
        <p className="text-lg font-bold">
          <bdi dir="ltr" className="tabular">
            {formatPrice(balance?.balance ?? 0)}
          </bdi>
        </p>
      )}
    </RecordPart>
  )
}

function LatestOrders({ id }: { id: string }) {
  const t = useT()
  const { data, isError } = useQuery(latestOrdersQuery(id))
  const desk = `/store/${encodeURIComponent(id)}/orders?status=all`
  return (
    <RecordPart
      name="orders"
      title={t('admin.store_latest_orders')}
      more={{ to: desk, text: t('admin.store_all_orders') }}
    >
      {data === undefined ? (
        <RecordPartWaiting failed={isError} />
      ) : data.length === 0 ? (
        <p className="text-sm text-muted">{t('admin.store_no_orders')}</p>
      ) : (
        <ul className="-mx-4 divide-y divide-line">
          {data.map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              to={`${desk}&order=${encodeURIComponent(order._id)}`}
              open={false}
            />
          ))}
        </ul>
      )}
    </RecordPart>
  )
}

const LATEST_EVENTS = 10

function Record({ id }: { id: string }) {
  const t = useT()
  const filter = { ...wholeAudit, store: id }
  const { data, isError } = useQuery(auditQuery(filter, LATEST_EVENTS))
  return (
    <RecordPart
      name="record"
      title={t('audit.title')}
      more={{ to: auditAddress(filter), text: t('admin.store_whole_record') }}
    >
      {data === undefined ? (
        <RecordPartWaiting failed={isError} />
      ) : (
        <AuditList entries={data.body} />
      )}
    </RecordPart>
  )
}
