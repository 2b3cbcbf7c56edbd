import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { METER_PAGE, meterQuery } from '../../features/desk/api'
import { MeterView } from '../../features/desk/MeterView'
import { readTable } from '../../features/desk/table-query'
import { useT } from '../../lib/i18n'
import { ErrorState } from '../../ui/ErrorState'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { DeskPage } from '../compose/DeskPage'

/** Which products lack a language, or say another strength in one than in the other. */
export function Screen() {
  const t = useT()
  return (
    <DeskPage title={t('admin.translations')}>
      <Meter />
    </DeskPage>
  )
}

function Meter() {
  const t = useT()
  const { page } = readTable(useLocation().search)
  const query = useQuery(meterQuery(page))
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
      <MeterView meter={query.data} />
      <Pagination
        page={page}
        pageCount={Math.ceil(query.data.problem_count / METER_PAGE)}
        hrefFor={(other) => `/admin/translations${other === 1 ? '' : `?page=${other}`}`}
        className="mt-6"
      />
    </>
  )
}
