import { useState } from 'react'
import { type BulkAnswer, bulkReason } from '../../domain/product-table/bulk'
import { UndoNotice } from '../../domain/product-table/UndoNotice'
import {
  adminCatalogueKeys,
  approveProducts,
  decideProduct,
  decideRevision,
  decideStore,
  PENDING_PAGE,
  pendingQuery,
  undoApproval,
} from '../../features/admin/api'
import { PendingProducts, PendingStores } from '../../features/admin/PendingLists'
import { RevisionList } from '../../features/admin/RevisionList'
import { storeKeys } from '../../features/stores/api'
import { useT } from '../../lib/i18n'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { Alert } from '../../ui/Alert'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { AdminPage } from '../../features/admin/AdminPage'

/** Stores and products that wait for a decision. */
export default function AdminApprovalsScreen() {
  const t = useT()
  const { search } = useLocation()
  const page = readPage(readQuery(search))
  return (
    <AdminPage title={t('admin.approvals')} paged={{ page }}>
      <Waiting page={page} />
    </AdminPage>
  )
}

function Waiting({ page }: { page: number }) {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery(pendingQuery(page))
  const [made, setMade] = useState<BulkAnswer | null>(null)

  async function renew() {
    await Promise.all([
      client.invalidateQueries({ queryKey: adminCatalogueKeys.all }),
      client.invalidateQueries({ queryKey: storeKeys.all }),
    ])
  }

  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title={t('admin.pending_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) {
    return (
      <div aria-busy="true" className="grid gap-3 lg:grid-cols-2">
        <Skeleton className="h-56 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    )
  }
  const { products, stores, product_count: productCount, store_count: storeCount } = query.data
  const { revisions = [], revision_count: revisionCount = 0 } = query.data
  const notice = made !== null && <Approved made={made} onGone={() => (setMade(null), renew())} />
  const pages = Math.ceil(Math.max(productCount, storeCount, revisionCount) / PENDING_PAGE)
  if (pages === 0) {
    return (
      <>
        {notice}
        <EmptyState illustration={<EmptyStores />} title={t('admin.pending_empty')}>
          {t('admin.pending_text')}
        </EmptyState>
      </>
    )
  }
  return (
    <div className="flex flex-col gap-8">
      {notice}
      {stores.length > 0 && (
        <section aria-labelledby="pending-stores">
          <h2 id="pending-stores" className="mb-3 text-xl">
            {t('admin.pending_stores')} ({storeCount})
          </h2>
          <PendingStores
            stores={stores}
            decide={async ({ store }, decision) => {
              await decideStore(store.id, decision)
              await renew()
            }}
          />
        </section>
      )}
      {revisions.length > 0 && (
        <section aria-labelledby="pending-revisions">
          <h2 id="pending-revisions" className="mb-3 text-xl">
            {t('admin.pending_revisions')} ({revisionCount})
          </h2>
          <RevisionList
            revisions={revisions}
            decide={async (revised, decision) => {
              await decideRevision(revised, decision)
              await renew()
            }}
          />
        </section>
      )}
      {products.length > 0 && (
        <section aria-labelledby="pending-products">
          <h2 id="pending-products" className="mb-3 text-xl">
            {t('admin.pending_products')} ({productCount})
          </h2>
          <PendingProducts
            products={products}
            decide={async ({ product }, decision) => {
              await decideProduct(product.id, decision)
              await renew()
            }}
            approve={async (ids) => {
              setMade(await approveProducts(ids))
              await renew()
            }}
          />
        </section>
      )}
      <Pagination
        page={Math.min(page, pages)}
        pageCount={pages}
        hrefFor={(to) => `/admin/approvals${writeQuery([['page', pageText(to)]])}`}
      />
    </div>
  )
}

/** What came of approving several products: how many, which were not and why, and the way back. */
function Approved({ made, onGone }: { made: BulkAnswer; onGone: () => unknown }) {
  const t = useT()
  const refused = made.rows.flatMap(({ code }) => (code === undefined ? [] : [code]))
  const { edit = '', undo_until: until = '' } = made
  const count = made.rows.length - refused.length
  return (
    <div className="flex flex-col gap-3">
      {count > 0 && (
        <UndoNotice
          key={edit}
          title={t('admin.approved_count', { count })}
          until={until}
          untilText="admin.approved_undo_until"
          resource="approvals"
          undo={() => undoApproval(edit)}
          onGone={onGone}
        />
      )}
      {[...new Set(refused)].map((code) => (
        <Alert key={code} tone="warning">
          {bulkReason(t, code)} ({refused.filter((other) => other === code).length})
        </Alert>
      ))}
    </div>
  )
}
