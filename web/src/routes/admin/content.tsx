import { useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import {
  isContentPageName,
  type ContentFields,
  type ContentPageName,
  contentQuery,
  saveContent,
} from '../../features/content/api'
import { ContentForm } from '../../features/content/ContentForm'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { AdminPage } from '../../features/admin/AdminPage'

/** Where admins word the shop's own texts. */
export default function AdminContentScreen() {
  const t = useT()
  const { name } = useParams()
  if (!isContentPageName(name)) {
    return <EmptyState illustration={<NothingFound />} title={t('page.not_found_title')} />
  }
  return <Editor key={name} name={name} />
}

function Editor({ name }: { name: ContentPageName }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery({ ...contentQuery(name), staleTime: 0 })
  // The form stays on the version that was opened, whatever is fetched while somebody types.
  const [opened, setOpened] = useState<typeof query.data>(undefined)
  const shown = opened ?? query.data
  if (opened === undefined && query.data !== undefined && !query.isFetching) setOpened(query.data)

  async function save(fields: ContentFields, version: number) {
    const saved = await saveContent(name, fields, version)
    const answer = { body: { success: true as const, notice: saved } }
    client.setQueryData(contentQuery(name).queryKey, answer)
    setOpened(answer)
    toast({ text: t('notice.saved') })
  }
  async function reload() {
    const { data } = await query.refetch()
    if (data !== undefined) setOpened(data)
  }

  return (
    <AdminPage
      title={t('notice.edit_title', { name: t(`page.${name}`) })}
      action={
        <LinkButton to={`/${name}`} variant="secondary">
          {t('notice.see')}
        </LinkButton>
      }
    >
      {shown !== undefined && opened !== undefined ? (
        <ContentForm
          key={shown.body.notice.version}
          notice={shown.body.notice}
          save={save}
          reload={() => void reload()}
        />
      ) : query.isError ? (
        <ErrorState title={t('notice.load_failed')} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </AdminPage>
  )
}
