import { Plus } from 'lucide-react'
import { PasskeyOffer } from '../../features/account/PasskeyOffer'
import { myStoresQuery } from '../../features/stores/api'
import { StoreList } from '../../features/stores/StoreList'
import { TourOffer } from '../../features/tour/TourOffer'
import { ownerTour } from '../../features/tour/tour-steps'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { EmptyStores } from '../../features/stores/EmptyStores'
import { LinkButton } from '../../ui/LinkButton'
import { Skeleton } from '../../ui/Skeleton'

/** The person’s stores. */
export default function MyStoresScreen() {
  const t = useT()
  const query = useQuery(myStoresQuery())
  const some = query.data !== undefined && query.data.length > 0
  const own = query.data?.find(({ role }) => role === undefined || role === 'owner')
  return (
    <div className="page-width py-6 lg:py-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl lg:text-3xl">{t('store.title')}</h1>
        {some && (
          <LinkButton to="/addstore" variant="secondary">
            <Plus aria-hidden="true" className="size-5" />
            {t('store.add')}
          </LinkButton>
        )}
      </div>
      {own !== undefined && <TourOffer kind="owner" steps={ownerTour(own.id)} />}
      <PasskeyOffer />
      <Stores />
    </div>
  )
}

function Stores() {
  const t = useT()
  const query = useQuery(myStoresQuery())
  if (query.data === undefined && query.isError) {
    return (
      <ErrorState
        title={t('store.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) {
    return (
      <div className="grid gap-4 lg:grid-cols-2" aria-busy="true">
        {[0, 1].map((place) => (
          <Card key={place} className="flex flex-col gap-3">
            <Skeleton className="h-6 w-1/3" />
            <Skeleton className="h-7 w-1/2" />
            <Skeleton className="h-11 w-2/3" />
          </Card>
        ))}
      </div>
    )
  }
  if (query.data.length === 0) {
    return (
      <EmptyState
        illustration={<EmptyStores />}
        title={t('store.empty')}
        action={<LinkButton to="/addstore">{t('store.add')}</LinkButton>}
      >
        {t('store.empty_hint')}
      </EmptyState>
    )
  }
  return <StoreList stores={query.data} />
}
