import { AdminPage } from '../../features/admin/AdminPage'
import { BalanceCard } from '../../features/admin/BalanceCard'
import { balancesKey, balancesQuery } from '../../features/admin/balances'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Skeleton } from '../../ui/Skeleton'

/** What the shop owes its stores. */
export default function AdminBalancesScreen() {
  const t = useT()
  return (
    <AdminPage title={t('page.admin_balances')}>
      <Balances />
    </AdminPage>
  )
}

function Balances() {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery(balancesQuery())
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={t('ledger.failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data.length === 0) {
    return <EmptyState illustration={<NothingFound />} title={t('ledger.no_stores')} />
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('ledger.balance_hint')}</p>
      {query.data.map((balance) => (
        <BalanceCard
          key={balance.store}
          balance={balance}
          onChanged={() => client.invalidateQueries({ queryKey: balancesKey })}
        />
      ))}
    </div>
  )
}
