import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import type { UseQueryResult } from '../../lib/query/use-query'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { OrderRowsSkeleton } from './OrderRowsSkeleton'

interface OrderPlaceholderProps {
  /** The query of the order, as long as it has no data. */
  query: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>
}

/** Stands where staff opened an order that is on its way, failed to load or does not exist. */
export function OrderPlaceholder({ query }: OrderPlaceholderProps) {
  const t = useT()
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <EmptyState illustration={<NothingFound />} title={t('error.order_not_found')} />
  }
  if (query.isError) {
    return (
      <ErrorState
        title={t('order.one_load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <OrderRowsSkeleton />
}
