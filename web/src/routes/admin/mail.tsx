import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { AdminPage } from '../../features/admin/AdminPage'
import {
  adminCatalogueKeys,
  sendMailAgain,
  UNDELIVERED_MAIL_PAGE,
  undeliveredMailQuery,
} from '../../features/admin/api'
import { readTable } from '../../features/admin/table-query'
import { UndeliveredMailList } from '../../features/admin/UndeliveredMailList'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'

/** The emails that could not be delivered. */
export default function AdminMailScreen() {
  const t = useT()
  const { page } = readTable(useLocation().search)
  return (
    <AdminPage title={t('admin.mail')} paged={{ page }}>
      <Undelivered page={page} />
    </AdminPage>
  )
}

function Undelivered({ page }: { page: number }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(undeliveredMailQuery(page))
  const again = useWrite({
    resource: 'undelivered mail',
    write: sendMailAgain,
    about: (mail) => mail,
    onDone: () => toast({ text: t('done.mail_queued') }),
    // Another admin may have sent it already. Until the list is fresh, a second press must not send it again.
    onSettled: () => client.invalidateQueries({ queryKey: adminCatalogueKeys.mails }),
  })
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={t('admin.mail_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { body: mails, total = 0 } = query.data
  if (total === 0)
    return <EmptyState illustration={<NothingFound />} title={t('admin.mail_none')} />
  return (
    <>
      <p className="mb-4 text-muted">{t('admin.mail_text')}</p>
      <UndeliveredMailList
        mails={mails}
        sending={again.busy ? again.variables : undefined}
        onSendAgain={again.send}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil(total / UNDELIVERED_MAIL_PAGE)}
        hrefFor={(other) => `/admin/mail${other === 1 ? '' : `?page=${other}`}`}
        className="mt-6"
      />
    </>
  )
}
