import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { editedStoreQuery, type Store } from '../../features/stores/api'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'

interface StoreGateProps {
  id: string
  children: (store: Store, reload: () => Promise<void>) => ReactNode
}

/** Shows what only the owner of a store or an admin may do with it; others are told so. */
export function StoreGate({ id, children }: StoreGateProps) {
  const t = useT()
  const query = useQuery(editedStoreQuery(id))
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Refused title={t('error.store_not_found')} />
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('store.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return <Spinner label={t('common.loading')} />
  if (!query.data.mine) return <Refused title={t('store.not_yours')} />
  return children(query.data.store, async () => void (await query.refetch()))
}

function Refused({ title }: { title: string }) {
  const t = useT()
  return (
    <EmptyState
      titleAs="h1"
      illustration={<EmptyStores />}
      title={title}
      action={<LinkButton to="/user/stores">{t('nav.my_stores')}</LinkButton>}
    />
  )
}
