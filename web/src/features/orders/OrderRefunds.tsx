import { Fragment } from 'react'
import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { chargedPounds } from '../../domain/money/pounds'
import { answer, api } from '../../lib/api'
import { longDate } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { queryOptions } from '../../lib/query/query-options'
import { useQuery } from '../../lib/query/use-query'
import { type Order, orderKeys } from './api'

const refundsQuery = (number: string) =>
  queryOptions({
    queryKey: [...orderKeys.one(number), 'refunds'] as const,
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/order/{orderNb}/refunds', {
            params: { path: { orderNb: number } },
            signal,
          }),
        )
      ).refunds,
    staleTime: 0,
    meta: { personal: true },
  })

/** Cash is paid when a part of the order is handed over. */
const wasPaid = ({ status }: Order['fulfilments'][number]) =>
  status === 'delivered' || status === 'returned'

/** What went back of what was paid; nothing is shown where nothing did. */
export function OrderRefunds({ order }: { order: Order }) {
  const t = useT()
  const { data } = useQuery({
    ...refundsQuery(order.number),
    enabled: order.payment.method === 'card' || order.fulfilments.some(wasPaid),
  })
  if (data === undefined || data.length === 0) return null
  return (
    <ul className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
      {data.map((refund) => (
        <li key={refund._id}>
          <p>
            {t.nodes(refund.state === 'pending' ? 'refund.on_its_way' : 'refund.given_back', {
              amount: (
                <Fragment key="amount">
                  <bdi dir="ltr" className="font-semibold tabular">
                    {formatPrice(refund.amount)}
                  </bdi>
                  {order.payment.chargedLbp !== undefined && order.rate !== undefined && (
                    <>
                      {' '}
                      (<Pounds amount={chargedPounds(refund.amount, order.rate)} />)
                    </>
                  )}
                </Fragment>
              ),
            })}
          </p>
          <p className="text-sm text-muted">{longDate(t, refund.endedAt ?? refund.at)}</p>
        </li>
      ))}
    </ul>
  )
}
