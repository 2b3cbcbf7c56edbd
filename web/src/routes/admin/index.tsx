import { PasskeyOffer } from '../../features/account/PasskeyOffer'
import { overviewQuery } from '../../features/admin/api'
import { OverviewView } from '../../features/admin/OverviewView'
import { TourOffer } from '../../features/tour/TourOffer'
import { adminTour } from '../../features/tour/tour-steps'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { AdminPage } from '../../features/admin/AdminPage'

/** Figures of the shop at a glance. */
export default function AdminOverviewScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.overview')}>
      <Tour />
      <PasskeyOffer />
      <Overview />
    </AdminPage>
  )
}

/** Beneath the gate, which knows what the reader may do. */
function Tour() {
  const may = useMay()
  return <TourOffer kind="admin" steps={adminTour(may)} />
}

function Overview() {
  const t = useT()
  const query = useQuery(overviewQuery())
  if (query.data !== undefined) return <OverviewView overview={query.data} />
  if (query.isError) {
    return (
      <ErrorState
        title={t('admin.overview_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <div aria-busy="true" className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-28 rounded-card" />
      ))}
      <Skeleton className="col-span-2 h-80 rounded-card lg:col-span-4" />
    </div>
  )
}
