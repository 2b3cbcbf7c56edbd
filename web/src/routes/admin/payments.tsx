import { AdminPage } from '../../features/admin/AdminPage'
import {
  reconcile,
  reconciliationKey,
  reconciliationQuery,
} from '../../features/admin/reconciliation'
import { ReconciliationView } from '../../features/admin/ReconciliationView'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'

/** Card payments, compared with what the gateway says. */
export default function AdminPaymentsScreen() {
  const t = useT()
  return (
    <AdminPage title={t('page.admin_payments')}>
      <Comparisons />
    </AdminPage>
  )
}

function Comparisons() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(reconciliationQuery())
  const start = useWrite({
    resource: 'reconciliation',
    write: reconcile,
    onDone: ({ code }) => toast({ text: t.maybe(`done.${code}`) ?? t('page.admin_payments') }),
    onSettled: () => client.invalidateQueries({ queryKey: reconciliationKey }),
  })
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={t('reconcile.failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <ReconciliationView
      runs={query.data}
      busy={start.busy}
      onPeriod={(from, to) => start.send({ from, to })}
      onFile={(file) => start.send({ file })}
    />
  )
}
