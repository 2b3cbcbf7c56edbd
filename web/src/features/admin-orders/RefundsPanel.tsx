import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { OrderPart } from '../../domain/order/OrderPart'
import type { Refund } from '../../domain/refund/refund'
import { RefundDialog } from '../../domain/refund/RefundDialog'
import { RefundEntry } from '../../domain/refund/RefundEntry'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextArea } from '../../ui/TextArea'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import { adminOrderKeys, type AdminOrder } from './api'
import { giveRefund, refundableOf, refundsQuery, retryRefund, settleRefund } from './refunds'

/** What went back for an order, and the way to give more of a card payment back. */
export function RefundsPanel({ order }: { order: AdminOrder['order'] }) {
  const t = useT()
  const client = useQueryClient()
  const [giving, setGiving] = useState(false)
  const shown = useQuery(refundsQuery(order.number)).data
  if (shown === undefined) return null
  const reload = () => void client.invalidateQueries({ queryKey: adminOrderKeys.all })
  const possible = shown.left > 0 && order.status !== 'cancelled'
  if (!possible && shown.refunds.length === 0) return null
  return (
    <OrderPart title={t('refund.title')}>
      {shown.refunds.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {shown.refunds.map((refund) => (
            <RefundRow key={refund._id} refund={refund} order={order} onChanged={reload} />
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
          of={refundableOf(order, shown)}
          resource={`refunds ${order.number}`}
          give={(key, body) => giveRefund(order.number, key, body)}
          onClose={() => setGiving(false)}
          onGiven={() => {
            setGiving(false)
            reload()
          }}
        />
      )}
    </OrderPart>
  )
}

interface RefundRowProps {
  refund: Refund
  order: AdminOrder['order']
  onChanged: () => void
}

function RefundRow({ refund, order, onChanged }: RefundRowProps) {
  const t = useT()
  const toast = useToast()
  const [settling, setSettling] = useState(false)
  const [note, setNote] = useState('')
  const retry = useWrite({
    resource: `refund ${refund._id}`,
    write: () => retryRefund(refund._id),
    onDone: ({ code }) => toast({ text: t.maybe(`done.${code}`) ?? t('refund.title') }),
    onSettled: onChanged,
  })
  const settle = useWrite({
    resource: `refund ${refund._id}`,
    write: () => settleRefund(refund._id, note),
    onDone: () => setSettling(false),
    onSettled: onChanged,
  })
  return (
    <RefundEntry refund={refund} lines={order.products}>
      {refund.state === 'failed' && (
        <Alert tone="warning" className="mt-2">
          <p>{t('refund.failed_text')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button busy={retry.busy} onClick={() => retry.send()}>
              {t('refund.retry')}
            </Button>
            <Button variant="secondary" onClick={() => setSettling(true)}>
              {t('refund.by_hand')}
            </Button>
          </div>
        </Alert>
      )}
      {refund.state === 'pending' && (
        <Button variant="quiet" busy={retry.busy} onClick={() => retry.send()}>
          {t('refund.ask_again')}
        </Button>
      )}
      {settling && (
        <Dialog
          open
          title={t('refund.by_hand')}
          onClose={() => setSettling(false)}
          actions={
            <>
              <Button variant="secondary" onClick={() => setSettling(false)}>
                {t('common.cancel')}
              </Button>
              <Button
                busy={settle.busy}
                disabled={note.trim() === ''}
                onClick={() => settle.send()}
              >
                {t('refund.by_hand_save')}
              </Button>
            </>
          }
        >
          <p className="mb-3">{t('refund.by_hand_text')}</p>
          <TextArea
            name="note"
            rows={2}
            maxLength={500}
            label={t('refund.by_hand_note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Dialog>
      )}
    </RefundEntry>
  )
}
