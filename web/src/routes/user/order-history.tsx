import { useEffect } from 'react'
import { useQuery } from '../../lib/query/use-query'
import { useLocation } from '../../lib/router'
import { placedOf, ThankYou } from '../../features/checkout/ThankYou'
import { SessionMessage } from '../../features/home/SessionMessage'
import { HISTORY_PAGE, historyQuery } from '../../features/orders/api'
import { OrderHistorySkeleton } from '../../features/orders/OrderHistorySkeleton'
import { OrderHistoryView } from '../../features/orders/OrderHistoryView'
import { useT } from '../../lib/i18n'
import { dropNavigationState } from '../../lib/navigation-state'
import { pageText, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { useResultsInView } from '../../lib/results-in-view'
import { ErrorState } from '../../ui/ErrorState'
import { Pagination } from '../../ui/Pagination'

/** All orders of the person; right after an order also the thanks for it. */
export default function OrderHistoryScreen() {
  const t = useT()
  const { state, search } = useLocation()
  const placed = placedOf(state)
  // The router has its own copy: the thanks stay until one leaves, and a reload does not repeat them.
  useEffect(dropNavigationState, [])
  const page = readPage(readQuery(search))
  const orders = useQuery(historyQuery(page))
  const total = orders.data?.total ?? 0
  const results = useResultsInView<HTMLHeadingElement>({ page })
  return (
    <>
      <SessionMessage />
      <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
        {placed !== null && <ThankYou placed={placed} />}
        <h1 ref={results} tabIndex={-1} className="text-2xl lg:text-3xl">
          {t('order.history_title')}
        </h1>
        {orders.data !== undefined ? (
          <>
            <OrderHistoryView orders={orders.data.body} />
            <Pagination
              page={page}
              pageCount={Math.ceil(total / HISTORY_PAGE)}
              hrefFor={(other) => `/user/order-history${writeQuery([['page', pageText(other)]])}`}
            />
          </>
        ) : orders.isError ? (
          <ErrorState
            title={t('order.load_failed')}
            busy={orders.isFetching}
            onRetry={() => void orders.refetch()}
          />
        ) : (
          <OrderHistorySkeleton />
        )}
      </div>
    </>
  )
}
