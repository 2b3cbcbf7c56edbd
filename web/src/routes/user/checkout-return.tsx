import { useEffect, useEffectEvent, useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { refreshCart } from '../../features/cart/api'
import { cancelPaymentAttempt, paymentAttemptQuery } from '../../features/checkout/api'
import { deleteCheckoutDraft } from '../../features/checkout/draft'
import { PaymentReturn } from '../../features/checkout/PaymentReturn'
import { readAttempt } from '../../features/checkout/return-address'
import { PageSpinner } from '../../features/layout/PageSpinner'
import { orderKeys } from '../../features/orders/api'
import { useRefreshSession } from '../../features/session/api'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { LinkButton } from '../../ui/LinkButton'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { useWrite } from '../../ui/use-write'

/** How long the bank is asked before the screen offers anything else. */
const PATIENCE_MS = 6000

/** Where shoppers come back to from the gateway's page: what is known of their payment. */
export default function CheckoutReturnScreen() {
  const t = useT()
  const client = useQueryClient()
  const { search } = useLocation()
  const key = readAttempt(search)
  const query = useQuery({ ...paymentAttemptQuery(key), enabled: key !== '' })
  const waited = useWaited()
  const cancel = useWrite({
    resource: 'checkout',
    write: () => cancelPaymentAttempt(key),
    onDone: (attempt) => client.setQueryData(paymentAttemptQuery(key).queryKey, attempt),
  })
  useRefreshOncePlaced(query.data?.state === 'placed')

  const unknown =
    key === '' || (query.error instanceof ApiError && query.error.code === 'attempt_not_found')
  if (unknown) {
    return (
      <EmptyState
        titleAs="h1"
        illustration={<EmptyOrders />}
        title={t('payment_return.unknown_title')}
        action={<LinkButton to="/user/order-history">{t('order.to_history')}</LinkButton>}
        className="py-16"
      >
        {t('payment_return.unknown_text')}
      </EmptyState>
    )
  }
  if (query.data === undefined) {
    if (!query.isError) return <PageSpinner />
    return (
      <ErrorState
        title={t('payment_return.load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
        className="page-width"
      />
    )
  }
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <h1 className="text-2xl lg:text-3xl">{t('page.checkout_return')}</h1>
      <PaymentReturn
        attempt={query.data}
        waited={waited}
        unreachable={query.isError}
        busy={cancel.busy}
        onCancel={() => cancel.send()}
      />
    </div>
  )
}

function useWaited(): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return waited
}

/** A placed order has emptied the cart and is in the history. */
function useRefreshOncePlaced(placed: boolean): void {
  const client = useQueryClient()
  const refreshSession = useRefreshSession()
  const refresh = useEffectEvent(() => {
    deleteCheckoutDraft()
    void refreshCart(client)
    void client.invalidateQueries({ queryKey: orderKeys.all })
    void refreshSession()
  })
  useEffect(() => {
    if (placed) refresh()
  }, [placed])
}
