import type { ReactNode } from 'react'
import { PasskeyNeeded } from '../../domain/account/StrongerSignIn'
import { passkeysQuery } from '../../features/account/api'
import { editedStoreQuery, type Store } from '../../features/stores/api'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { Spinner } from '../../ui/Spinner'
import { NotYours } from './NotYours'

interface StoreGateProps {
  id: string
  children: (store: Store, reload: () => Promise<void>) => ReactNode
}

/** Shows what only the owner of a store or an admin may do with it; others are told so. */
export function StoreGate({ id, children }: StoreGateProps) {
  const t = useT()
  const query = useQuery(editedStoreQuery(id))
  // Anybody may read a store: whether it is theirs but for a missing passkey is asked apart.
  const passkeys = useQuery({ ...passkeysQuery(), enabled: query.data?.mine === false })
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <NotYours error={query.error} title={t('error.store_not_found')} />
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
  if (query.data === undefined || passkeys.isLoading) {
    return <Spinner label={t('common.loading')} />
  }
  if (passkeys.data?.required === true) return <PasskeyNeeded />
  if (!query.data.mine) return <NotYours error={null} title={t('store.not_yours')} />
  return children(query.data.store, async () => void (await query.refetch()))
}
