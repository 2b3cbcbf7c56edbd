import { useQuery } from '../../lib/query/use-query'
import { useLocation, useNavigate } from '../../lib/router'
import { AdminPage } from '../../features/admin/AdminPage'
import { AUDIT_PAGE, auditQuery } from '../../features/admin/audit-api'
import { AuditFilters } from '../../features/admin/AuditFilters'
import { AuditList } from '../../features/admin/AuditList'
import { auditAddress, readAudit } from '../../features/admin/audit-query'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'

/** Who did what, with the values before and after. */
export default function AdminAuditScreen() {
  const t = useT()
  const filter = readAudit(useLocation().search)
  const navigate = useNavigate()
  const query = useQuery(auditQuery(filter))
  return (
    <AdminPage title={t('audit.title')} paged={{ page: filter.page }}>
      <AuditFilters filter={filter} onChange={(next) => navigate(auditAddress(next))} />
      <div className="mt-4">
        {query.data === undefined ? (
          query.isError ? (
            <ErrorState title={t('audit.failed')} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton className="h-64 rounded-card" />
          )
        ) : query.data.body.length === 0 ? (
          <EmptyState illustration={<NothingFound />} title={t('audit.none')} />
        ) : (
          <>
            <AuditList entries={query.data.body} />
            <Pagination
              page={filter.page}
              pageCount={Math.ceil((query.data.total ?? 0) / AUDIT_PAGE)}
              hrefFor={(page) => auditAddress({ ...filter, page })}
              className="mt-6"
            />
          </>
        )}
      </div>
    </AdminPage>
  )
}
