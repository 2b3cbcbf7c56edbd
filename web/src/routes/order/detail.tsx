import { useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { cacheCart } from '../../features/cart/api'
import { ReorderNotice } from '../../features/orders/ReorderNotice'
import {
  answerOrder,
  cancelOrder,
  isOrderMissing,
  type Order,
  orderAgain,
  orderKeys,
  orderQuery,
  type Reordered,
} from '../../features/orders/api'
import { OrderSkeleton } from '../../features/orders/OrderSkeleton'
import { OrderView } from '../../features/orders/OrderView'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { NothingFound } from '../../ui/illustrations/NothingFound'
import { LinkButton } from '../../ui/LinkButton'
import { useWrite } from '../../ui/use-write'

/** One order. */
export default function OrderScreen() {
  const t = useT()
  const { orderNb = '' } = useParams()
  const query = useQuery(orderQuery(orderNb))
  if (query.data !== undefined) return <OrderContent key={orderNb} order={query.data} />
  if (isOrderMissing(query.error)) return <NoSuchOrder />
  if (query.isError) {
    return (
      <ErrorState
        title={t('order.one_load_failed')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
        className="page-width"
      />
    )
  }
  return <OrderSkeleton />
}

type News =
  | { kind: 'cancelled' }
  | { kind: 'agreed' }
  | { kind: 'again'; reordered: Reordered }
  | { kind: 'failed'; failure: unknown }

type Doing =
  | { what: 'cancel' }
  | { what: 'again' }
  | { what: 'answer'; part: string; agree: boolean }

function OrderContent({ order }: { order: Order }) {
  const client = useQueryClient()
  const [news, setNews] = useState<News>()
  const change = useWrite({
    resource: `order ${order.number}`,
    write: (doing: Doing) => {
      if (doing.what === 'answer') return reply(doing.part, doing.agree)
      return doing.what === 'cancel' ? cancel() : again()
    },
    onDone: setNews,
    onFailed: (failure) => {
      setNews({ kind: 'failed', failure })
      // It may have moved on meanwhile; what is shown should be what is.
      void client.invalidateQueries({ queryKey: orderKeys.all })
    },
  })

  async function cancel(): Promise<News> {
    client.setQueryData(orderKeys.one(order.number), await cancelOrder(order.number))
    void client.invalidateQueries({ queryKey: orderKeys.all })
    return { kind: 'cancelled' }
  }

  async function reply(part: string, agree: boolean): Promise<News> {
    client.setQueryData(orderKeys.one(order.number), await answerOrder(order.number, part, agree))
    void client.invalidateQueries({ queryKey: orderKeys.all })
    return { kind: agree ? 'agreed' : 'cancelled' }
  }

  async function again(): Promise<News> {
    const reordered = await orderAgain(order.number)
    cacheCart(client, reordered)
    return { kind: 'again', reordered }
  }

  const doing = change.busy ? change.variables : undefined
  return (
    <OrderView
      order={order}
      doing={doing?.what ?? null}
      answering={doing?.what === 'answer' ? doing : null}
      news={news && <NewsNotice news={news} />}
      onCancel={() => change.sendAndWait({ what: 'cancel' })}
      onAgain={() => change.send({ what: 'again' })}
      onAnswer={(part, agree) => change.send({ what: 'answer', part, agree })}
    />
  )
}

function NewsNotice({ news }: { news: News }) {
  const t = useT()
  switch (news.kind) {
    case 'cancelled':
      return <Alert tone="success">{t('done.order_cancelled')}</Alert>
    case 'agreed':
      return <Alert tone="success">{t('done.order_agreed')}</Alert>
    case 'again':
      return <ReorderNotice reordered={news.reordered} />
    case 'failed':
      return <Alert tone="error">{errorText(t, news.failure)}</Alert>
  }
}

/** Someone else's order and one that never was look the same. */
function NoSuchOrder() {
  const t = useT()
  return (
    <EmptyState
      titleAs="h1"
      illustration={<NothingFound />}
      title={t('order.not_found')}
      action={<LinkButton to="/user/order-history">{t('order.to_history')}</LinkButton>}
      className="py-16"
    >
      {t('order.not_found_text')}
    </EmptyState>
  )
}
