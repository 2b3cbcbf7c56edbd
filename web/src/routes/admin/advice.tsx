import { AdminPage } from '../../features/admin/AdminPage'
import { AdviceList } from '../../features/admin/AdviceList'
import { type Advice, adviceQuery, saveAdvice } from '../../features/admin/api'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'

/** Where admins word the advice above the products of a concern. */
export default function AdminAdviceScreen() {
  const t = useT()
  return (
    <AdminPage title={t('page.admin_advice')}>
      <p className="mb-4 max-w-2xl text-muted">{t('advice.intro')}</p>
      <AllAdvice />
    </AdminPage>
  )
}

function AllAdvice() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(adviceQuery())

  async function save(advice: Advice, texts: { english: string; arabic: string }) {
    const saved = await saveAdvice(advice.key, { ...texts, version: advice.version })
    client.setQueryData(adviceQuery().queryKey, (list) =>
      list?.map((one) => (one.key === saved.key ? saved : one)),
    )
    toast({ text: t('notice.saved') })
  }

  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-96 rounded-card" />
    return (
      <ErrorState
        title={t('advice.failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <AdviceList advice={query.data} save={save} reload={() => void query.refetch()} />
}
