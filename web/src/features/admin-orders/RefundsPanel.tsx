import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatPrice } from '../../domain/money/money'
import { ProductName } from '../../domain/product/ProductName'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Tag, type TagTone } from '../../ui/Tag'
import { TextArea } from '../../ui/TextArea'
import { useToast } from '../../ui/toast-context'
import { useWrite } from '../../ui/use-write'
import { adminOrderKeys, type AdminOrder } from './api'
import { RefundDialog } from './RefundDialog'
import { type AdminRefund, refundsQuery, retryRefund, settleRefund } from './refunds'

const tones: Record<AdminRefund['state'], TagTone> = {
  pending: 'waiting',
  done: 'good',
  manual: 'good',
  failed: 'bad',
}

/** What went back for a card order, and the way to give more back. */
export function RefundsPanel({ order }: { order: AdminOrder['order'] }) {
  const t = useT()
  const client = useQueryClient()
  const [giving, setGiving] = useState(false)
  const query = useQuery({
    ...refundsQuery(order.number),
    enabled: order.payment.method === 'card',
  })
  const shown = query.data
  if (order.payment.method !== 'card' || shown === undefined) return null
  const reload = () => void client.invalidateQueries({ queryKey: adminOrderKeys.all })
  const possible = shown.left > 0 && order.status !== 'cancelled'
  if (!possible && shown.refunds.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-muted">{t('refund.title')}</h3>
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
          order={order}
          state={shown}
          onClose={() => setGiving(false)}
          onGiven={() => {
            setGiving(false)
            reload()
          }}
        />
      )}
    </section>
  )
}

interface RefundRowProps {
  refund: AdminRefund
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
    <li className="py-2">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <bdi dir="ltr" className="font-semibold tabular">
          {formatPrice(refund.amount)}
        </bdi>
        <Tag tone={tones[refund.state]}>{t(`refund.state_${refund.state}`)}</Tag>
      </p>
      {(refund.lines.length > 0 || refund.delivery) && (
        <ul className="text-sm">
          {refund.lines.map(({ product, quantity }) => (
            <li key={product}>
              <bdi className="tabular">{quantity}</bdi>
              {' × '}
              <LineName order={order} product={product} />
            </li>
          ))}
          {refund.delivery && <li>{t('order.delivery_fee')}</li>}
        </ul>
      )}
      <p className="text-sm">
        {refund.automatic ? t('refund.automatic') : <bdi>{refund.reason}</bdi>}
      </p>
      <p className="text-sm text-muted">
        {longDateTime(t, refund.at)}
        {refund.by !== '' && (
          <>
            {' · '}
            <bdi>{refund.by}</bdi>
          </>
        )}
      </p>
      {refund.problem !== undefined && refund.problem !== '' && (
        <p className="text-sm text-muted">
          <bdi>{refund.problem}</bdi>
        </p>
      )}
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
    </li>
  )
}

function LineName({ order, product }: { order: AdminOrder['order']; product: string }) {
  const line = order.products.find((one) => one.product.id === product)
  return line === undefined ? <bdi>{product}</bdi> : <ProductName of={line.product} />
}
