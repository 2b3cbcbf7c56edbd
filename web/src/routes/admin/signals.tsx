import { AdminPage } from '../../features/admin/AdminPage'
import { signalsQuery } from '../../features/admin/api'
import { SignalList, ViolationList } from '../../features/admin/SignalList'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Skeleton } from '../../ui/Skeleton'

/** What may be an attack or a fault. */
export default function AdminSignalsScreen() {
  const t = useT()
  return (
    <AdminPage title={t('page.admin_signals')}>
      <p className="mb-4 max-w-2xl text-muted">{t('admin.signals_intro')}</p>
      <Signals />
    </AdminPage>
  )
}

function Signals() {
  const t = useT()
  const query = useQuery(signalsQuery())
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={t('admin.signals_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { signals, violations } = query.data
  if (signals.length === 0 && violations.length === 0)
    return <EmptyState illustration={<NothingFound />} title={t('admin.signals_none')} />
  return (
    <>
      <SignalList signals={signals} />
      <ViolationList violations={violations} />
    </>
  )
}
