import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { TRANSLATION_REPORT_PAGE, translationReportQuery } from '../../features/admin/api'
import { TranslationReport } from '../../features/admin/TranslationReport'
import { readTable } from '../../features/admin/table-query'
import { useT } from '../../lib/i18n'
import { ErrorState } from '../../ui/ErrorState'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { AdminPage } from '../../features/admin/AdminPage'

/** Which products lack a language, or say another strength in one than in the other. */
export default function AdminTranslationsScreen() {
  const t = useT()
  const { page } = readTable(useLocation().search)
  return (
    <AdminPage title={t('admin.translations')} paged={{ page }}>
      <Meter />
    </AdminPage>
  )
}

function Meter() {
  const t = useT()
  const { page } = readTable(useLocation().search)
  const query = useQuery(translationReportQuery(page))
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title={t('admin.translations_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) {
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    )
  }
  return (
    <>
      <TranslationReport meter={query.data} />
      <Pagination
        page={page}
        pageCount={Math.ceil(query.data.problem_count / TRANSLATION_REPORT_PAGE)}
        hrefFor={(other) => `/admin/translations${other === 1 ? '' : `?page=${other}`}`}
        className="mt-6"
      />
    </>
  )
}
