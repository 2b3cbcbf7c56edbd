import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { AdminPage } from '../../features/admin/AdminPage'
import {
  addConcernWord,
  adminCatalogueKeys,
  concernTextsQuery,
  concernWordsQuery,
  MISSED_SEARCHES_PAGE,
  missedSearchesQuery,
  removeConcernWord,
} from '../../features/admin/api'
import { ConcernWordList } from '../../features/admin/ConcernWordList'
import { MissedSearchList } from '../../features/admin/MissedSearchList'
import { readTable } from '../../features/admin/table-query'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { Pagination } from '../../ui/Pagination'
import { Skeleton } from '../../ui/Skeleton'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'

/** What nobody found, and the words that were added since. */
export default function AdminSearchesScreen() {
  const t = useT()
  const { page } = readTable(useLocation().search)
  return (
    <AdminPage title={t('page.admin_searches')} paged={{ page }}>
      <p className="mb-4 max-w-2xl text-muted">{t('admin.searches_intro')}</p>
      <MissedSearches page={page} />
      <AddedWords />
    </AdminPage>
  )
}

function MissedSearches({ page }: { page: number }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const query = useQuery(missedSearchesQuery(page))
  const concerns = useQuery(concernTextsQuery())
  const add = useWrite({
    resource: 'concern words',
    write: addConcernWord,
    about: ({ word }) => word,
    onDone: () => toast({ text: t('done.word_added') }),
    onSettled: () => client.invalidateQueries({ queryKey: adminCatalogueKeys.concernWords }),
  })
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton className="h-64 rounded-card" />
    return (
      <ErrorState
        title={t('admin.searches_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { body: misses, total = 0 } = query.data
  if (total === 0)
    return <EmptyState illustration={<NothingFound />} title={t('admin.searches_none')} />
  return (
    <>
      <MissedSearchList
        misses={misses}
        concerns={concerns.data ?? []}
        adding={add.busy ? add.variables?.word : undefined}
        onAdd={add.send}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil(total / MISSED_SEARCHES_PAGE)}
        hrefFor={(other) => `/admin/searches${other === 1 ? '' : `?page=${other}`}`}
        className="mt-6"
      />
    </>
  )
}

function AddedWords() {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const words = useQuery(concernWordsQuery())
  const concerns = useQuery(concernTextsQuery())
  const remove = useWrite({
    resource: 'concern words',
    write: removeConcernWord,
    about: (word) => word,
    onDone: () => toast({ text: t('done.word_removed') }),
    onSettled: () => client.invalidateQueries({ queryKey: adminCatalogueKeys.concernWords }),
  })
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-xl">{t('admin.searches_words')}</h2>
      <p className="mb-3 text-sm text-muted">{t('admin.searches_effect')}</p>
      {words.data === undefined ? (
        <Skeleton className="h-24 rounded-card" />
      ) : (
        <ConcernWordList words={words.data} concerns={concerns.data ?? []} onRemove={remove.send} />
      )}
    </section>
  )
}
