import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { OrderPart } from '../../domain/order/OrderPart'
import { RefundDialog } from '../../domain/refund/RefundDialog'
import { RefundEntry } from '../../domain/refund/RefundEntry'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import {
  deskKeys,
  giveStoreRefund,
  retryStoreRefund,
  type StoreOrder,
  storeRefundsQuery,
} from './api'

/** What went back for an order of the store, and the way to give more back for those who may. */
export function StoreRefunds({ store, order }: { store: string; order: StoreOrder }) {
  const t = useT()
  const client = useQueryClient()
  const [giving, setGiving] = useState(false)
  const cash = order.payment.method === 'cash'
  const { data: shown } = useQuery({
    ...storeRefundsQuery(store, order._id),
    // Cash is paid at the door: before that there is nothing to give back.
    enabled: !cash || order.status === 'delivered' || order.status === 'returned',
  })
  if (shown === undefined) return null
  const possible = shown.may_refund && shown.left > 0
  if (!possible && shown.refunds.length === 0) return null
  return (
    <OrderPart title={t('refund.title')}>
      {shown.refunds.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {shown.refunds.map((refund) => (
            <RefundEntry key={refund._id} refund={refund} lines={order.products}>
              {refund.state === 'failed' && (
                <Alert tone="warning" className="mt-2">
                  {refund.may_retry === true ? (
                    <RetryRefund store={store} order={order._id} refund={refund._id} />
                  ) : (
                    t('refund.store_failed')
                  )}
                </Alert>
              )}
            </RefundEntry>
          ))}
        </ul>
      )}
      {possible && (
        <Button variant="secondary" onClick={() => setGiving(true)}>
          <Undo2 aria-hidden="true" className="size-5 mirror-rtl" />
          {t('refund.give')}
        </Button>
      )}
      {giving && (
        <RefundDialog
          of={{
            lines: order.products,
            rest: shown.left,
            feeLeft: shown.fee_left,
            pieces: shown.pieces_left,
          }}
          resource={`store order ${order._id}`}
          {...(cash ? { hint: t('refund.cash_text') } : {})}
          give={(key, body) => giveStoreRefund(store, order._id, key, body)}
          onClose={() => setGiving(false)}
          onGiven={() => {
            setGiving(false)
            void client.invalidateQueries({ queryKey: deskKeys.all(store) })
          }}
        />
      )}
    </OrderPart>
  )
}

interface RetryRefundProps {
  store: string
  order: string
  refund: string
}

/** Says that the bank refused a refund, and asks it again. */
function RetryRefund({ store, order, refund }: RetryRefundProps) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const retry = useWrite({
    resource: `store order ${order}`,
    write: () => retryStoreRefund(store, order, refund),
    onDone: (answer) =>
      toast({
        tone: answer.refund.state === 'failed' ? 'error' : 'success',
        text: t.maybe(`done.${answer.code}`) ?? t('refund.title'),
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: deskKeys.all(store) }),
  })
  return (
    <>
      <p>{t('refund.store_retry')}</p>
      <Button className="mt-2" busy={retry.busy} onClick={() => retry.send()}>
        {t('refund.retry')}
      </Button>
    </>
  )
}
