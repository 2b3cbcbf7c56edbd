import { useT } from '../../lib/i18n'
import type { UseQueryResult } from '../../lib/query/use-query'
import { ErrorState } from '../../ui/ErrorState'
import { WishlistSkeleton } from './WishlistSkeleton'

interface WishlistPlaceholderProps {
  /** The query of the products, as long as it has no data. */
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
}

/** Stands where a wishlist will be that is on its way or failed to load. */
export function WishlistPlaceholder({ query }: WishlistPlaceholderProps) {
  const t = useT()
  if (!query.isError) return <WishlistSkeleton />
  return (
    <div className="page-width py-8">
      <h1 className="sr-only">{t('wishlist.title')}</h1>
      <ErrorState
        title={t('wishlist.load_failed')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    </div>
  )
}
