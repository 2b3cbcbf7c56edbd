import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { LinkButton } from '../../ui/LinkButton'
import { EmptyAddresses } from '../../ui/illustrations/EmptyAddresses'
import { EmptyCart } from '../../ui/illustrations/EmptyCart'
import { EmptyOrders } from '../../ui/illustrations/EmptyOrders'
import { EmptyStores } from '../../ui/illustrations/EmptyStores'
import { EmptyWishlist } from '../../ui/illustrations/EmptyWishlist'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { useWords } from './words'

/** Nothing there, and something that went wrong. */
export function StatesShown() {
  const word = useWords()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Card flush>
        <EmptyState
          illustration={<EmptyCart />}
          title={word('emptyCart')}
          action={<LinkButton to="/">{word('start')}</LinkButton>}
        >
          {word('emptyHelp')}
        </EmptyState>
      </Card>
      <Card flush>
        <ErrorState title={word('error')} onRetry={() => {}}>
          {word('errorHelp')}
        </ErrorState>
      </Card>
      <Card flush>
        <EmptyState illustration={<EmptyWishlist />} title={word('emptyWishlist')} />
      </Card>
      <Card flush>
        <EmptyState illustration={<EmptyOrders />} title={word('emptyOrders')} />
      </Card>
      <Card flush>
        <EmptyState illustration={<NothingFound />} title={word('nothing')} />
      </Card>
      <Card flush>
        <EmptyState illustration={<EmptyAddresses />} title={word('noAddresses')} />
      </Card>
      <Card flush>
        <EmptyState illustration={<EmptyStores />} title={word('noStores')} />
      </Card>
    </div>
  )
}
