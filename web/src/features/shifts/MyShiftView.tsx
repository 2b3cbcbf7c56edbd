import { Check, CloudOff } from 'lucide-react'
import { useState } from 'react'
import { AddressLines } from '../../domain/address/AddressLines'
import { ContactLinks } from '../../domain/address/ContactLinks'
import { formatPrice } from '../../domain/money/money'
import { ProductName } from '../../domain/product/ProductName'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { EmptyOrders } from '../../domain/order/EmptyOrders'
import { Tag } from '../../ui/Tag'
import type { MovementRequest, MyShift, ShiftOrder } from './api'
import { Cash } from './Cash'
import { Due } from './DeliverDialog'
import { Part } from './Part'
import type { Waiting } from './queue'
import { SettleDialog, type Settling } from './SettleDialog'

interface MyShiftViewProps {
  mine: MyShift
  /** What the server does not have yet. */
  queue: readonly Waiting[]
  onMovement: (movement: Omit<MovementRequest, 'key' | 'made_at'>) => void
  onRead: (key: string) => void
}

/** A courier's own shift, on a phone: what to deliver, what to collect, what waits for the line. */
export function MyShiftView({ mine, queue, onMovement, onRead }: MyShiftViewProps) {
  const t = useT()
  const [open, setOpen] = useState<Settling | null>(null)
  const waiting = queue.filter((item) => item.refused === undefined)
  const waits = (id: string, kind: MovementRequest['kind']) =>
    waiting.some(({ movement }) => movement.fulfilment === id && movement.kind === kind)
  if (mine.shift === null) {
    return (
      <>
        <Sending queue={queue} onRead={onRead} />
        <EmptyState illustration={<EmptyOrders />} title={t('shift.none')}>
          {t('shift.none_hint')}
        </EmptyState>
      </>
    )
  }
  const leaving = (order: ShiftOrder) => waits(order._id, 'deliver') || waits(order._id, 'fail')
  const out = mine.orders.filter((order) => order.state === 'out' && !leaving(order))
  const settled = mine.orders.filter((order) => order.state !== 'out' || leaving(order))
  const expected = { usd: mine.shift.expected.usd, lbp: mine.shift.expected.lbp }
  for (const { movement } of waiting) {
    expected.usd += (movement.amount?.usd ?? 0) - (movement.change?.usd ?? 0)
    expected.lbp += (movement.amount?.lbp ?? 0) - (movement.change?.lbp ?? 0)
  }
  return (
    <>
      <Sending queue={queue} onRead={onRead} />
      <Card className="flex items-baseline justify-between gap-3">
        <span>{t('shift.in_bag')}</span>
        <strong className="text-end text-xl">
          <Cash both of={expected} />
        </strong>
      </Card>
      <Part title={t('shift.to_deliver', { count: out.length })}>
        {out.length === 0 && <p className="text-muted">{t('shift.nothing_out')}</p>}
        <ul className="flex flex-col gap-4">
          {out.map((order) => (
            <Card as="li" key={order._id} className="flex flex-col gap-3">
              <OrderOut order={order} />
              <div className="grid grid-cols-2 gap-2">
                <Button size="lg" onClick={() => setOpen({ id: order._id, failed: false })}>
                  {t('shift.delivered')}
                </Button>
                <Button
                  size="lg"
                  variant="secondary"
                  onClick={() => setOpen({ id: order._id, failed: true })}
                >
                  {t('shift.could_not')}
                </Button>
              </div>
            </Card>
          ))}
        </ul>
      </Part>
      {mine.ready.length > 0 && (
        <Part title={t('shift.ready')}>
          <Card as="div" flush>
            <ul className="divide-y divide-line">
              {mine.ready.map((order) => (
                <li key={order._id} className="flex items-center gap-3 px-4 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold tabular">
                      <bdi>{order.number}</bdi>
                    </p>
                    <p className="text-sm text-muted">
                      <bdi>{order.city}</bdi>
                      {' · '}
                      {order.due === 0 ? (
                        t('shift.paid')
                      ) : (
                        <bdi dir="ltr">{formatPrice(order.due)}</bdi>
                      )}
                    </p>
                  </div>
                  {waits(order._id, 'take') ? (
                    <Tag tone="waiting">{t('shift.waits')}</Tag>
                  ) : (
                    <Button
                      variant="secondary"
                      aria-label={t('shift.take_number', { number: order.number })}
                      onClick={() => onMovement({ kind: 'take', fulfilment: order._id })}
                    >
                      {t('shift.take')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </Part>
      )}
      {settled.length > 0 && (
        <Part title={t('shift.settled')}>
          <Card as="div" flush>
            <ul className="divide-y divide-line">
              {settled.map((order) => (
                <li key={order._id} className="flex items-center justify-between gap-3 px-4 py-3">
                  <span className="font-semibold tabular">
                    <bdi>{order.number}</bdi>
                  </span>
                  {leaving(order) ? (
                    <Tag tone="waiting">{t('shift.waits')}</Tag>
                  ) : order.state === 'delivered' ? (
                    <Tag tone="good">{t('shift.delivered')}</Tag>
                  ) : (
                    <Tag tone="neutral">{t('shift.brought_back')}</Tag>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </Part>
      )}
      <SettleDialog
        settling={open}
        orders={out}
        onClose={() => setOpen(null)}
        onMovement={onMovement}
      />
    </>
  )
}

/** Says what the server has, what waits for the line and what was refused. */
function Sending({ queue, onRead }: Pick<MyShiftViewProps, 'queue' | 'onRead'>) {
  const t = useT()
  const waiting = queue.filter((item) => item.refused === undefined).length
  const refused = queue.filter((item) => item.refused !== undefined)
  return (
    <>
      <p
        role="status"
        className={`flex items-center gap-2 text-sm font-semibold ${waiting > 0 ? 'text-warning' : 'text-primary'}`}
      >
        {waiting > 0 ? (
          <CloudOff aria-hidden="true" className="size-5 shrink-0" />
        ) : (
          <Check aria-hidden="true" className="size-5 shrink-0" />
        )}
        {waiting > 0 ? t('shift.waiting', { count: waiting }) : t('shift.all_sent')}
      </p>
      {refused.map(({ movement, refused: code }) => (
        <Alert
          key={movement.key}
          tone="error"
          title={t('shift.refused')}
          onDismiss={() => onRead(movement.key)}
        >
          <p>{t.maybe(`error.${code ?? ''}`) ?? t('error.network')}</p>
          <p>{t('shift.tell')}</p>
        </Alert>
      ))}
    </>
  )
}

function OrderOut({ order }: { order: ShiftOrder }) {
  const t = useT()
  const { address } = order
  const change = order.cash_change
  return (
    <>
      <div>
        <p className="text-sm text-muted">{t('order.number', { number: order.number })}</p>
        {order.due.usd === 0 ? (
          <p className="text-xl font-semibold">{t('shift.paid')}</p>
        ) : (
          <Due order={order} />
        )}
        {change !== undefined && !change.short && change.notes.length > 0 && (
          <p className="text-sm">
            {t.nodes('admin.cash_change', { amount: <Cash key="amount" of={change} /> })}
          </p>
        )}
      </div>
      <AddressLines address={address} phone={<ContactLinks phone={address.phone_nb} />} />
      {order.note !== '' && (
        <Alert tone="warning" title={t('order.note')}>
          <bdi className="whitespace-pre-line">{order.note}</bdi>
        </Alert>
      )}
      <ul className="text-sm text-muted">
        {order.products.map(({ product, nb_ordered: ordered, removed = 0 }) => (
          <li key={product.id}>
            <bdi className="tabular">{ordered - removed}</bdi>
            {' × '}
            <ProductName of={product} />
          </li>
        ))}
      </ul>
    </>
  )
}
