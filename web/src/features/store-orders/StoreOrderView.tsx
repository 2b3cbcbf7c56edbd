import { OrderHeading } from '../../domain/order/OrderHeading'
import type { ReactNode } from 'react'
import type { OrderStatus } from '../../domain/order/order-status'
import { AddressLines } from '../../domain/address/AddressLines'
import { ContactLinks } from '../../domain/address/ContactLinks'
import { formatPrice } from '../../domain/money/money'
import { CallFirst } from '../../domain/order/CallFirst'
import { ProductName } from '../../domain/product/ProductName'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Link } from '../../ui/Link'
import type { StoreOrder } from './api'
import { type ChangeOrder, OrderChanges } from './OrderChanges'
import { OrderSteps } from './OrderSteps'
import { QuestionNote } from './QuestionNote'
import { StaffNote } from './StaffNote'
import { StoreRefunds } from './StoreRefunds'

interface StoreOrderViewProps {
  /** The id of the store whose desk it is. */
  store: string
  order: StoreOrder
  /** The desk without this order. */
  backTo: string
  /** The list of what this customer ordered here. */
  historyTo: string
  /** What can be printed about it. */
  printTo: string
  moving: OrderStatus | null
  onMove: (step: { status: OrderStatus; note: string; quarantine: boolean }) => Promise<void>
  undoing: boolean
  onUndo: (event: string) => void
  change: ChangeOrder
  calling: boolean
  onCalled: () => void
  agreeing: boolean
  onAgreed: () => void
  savingNote: boolean
  /** Undefined for those who may only read it. */
  onNote: ((note: string) => void) | undefined
}

/** An order as the people who prepare and deliver it need it. */
export function StoreOrderView(props: StoreOrderViewProps) {
  const { order, backTo, historyTo } = props
  const t = useT()
  const { address, payment } = order
  const earlier = order.earlier_orders ?? 0
  const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline'
  return (
    <div className="flex flex-col gap-5">
      <OrderHeading order={order} backTo={backTo} takenBy={order.taken_by} />
      <OrderSteps
        order={order}
        moving={props.moving}
        onMove={props.onMove}
        undoing={props.undoing}
        onUndo={props.onUndo}
      />
      <CallFirst
        waits={order.call_first}
        busy={props.calling}
        onCalled={order.editable === true ? props.onCalled : undefined}
      />
      <QuestionNote order={order} busy={props.agreeing} onAgreed={props.onAgreed} />
      {order.note !== '' && (
        <Alert tone="warning" title={t('order.note')}>
          <p className="whitespace-pre-line">
            <bdi>{order.note}</bdi>
          </p>
        </Alert>
      )}
      <Part title={t('order.products')}>
        <ul className="divide-y divide-line">
          {order.products.map(
            ({ product, nb_ordered: ordered, removed = 0, line_total: total }) => (
              <li key={product.id} className="flex items-center gap-3 py-2">
                <span className="w-12 shrink-0">
                  <ProductPicture
                    source={product.images[0]}
                    alt=""
                    sizes="48px"
                    className="rounded-small"
                  />
                </span>
                <div className="min-w-0 flex-1">
                  <p className="leading-snug font-semibold">
                    <bdi className="tabular">{ordered - removed}</bdi>
                    {' × '}
                    <ProductName of={product} />
                  </p>
                  <p className="text-sm text-muted">
                    <bdi dir="ltr">{product.code}</bdi>
                  </p>
                  {removed > 0 && (
                    <p className="text-sm text-danger">{t('order.removed', { count: removed })}</p>
                  )}
                </div>
                <bdi dir="ltr" className="tabular">
                  {formatPrice(total)}
                </bdi>
              </li>
            ),
          )}
        </ul>
        <dl className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
          <Amount label={t('order.delivery_fee')} amount={order.deliveryFee} />
          <Amount strong label={t('order.total')} amount={order.total} />
        </dl>
        <p className="mt-1 text-sm text-muted">
          {payment.method === 'cash'
            ? t('order.payment_cash')
            : t.nodes('order.payment_card', {
                last4: (
                  <bdi key="last4" dir="ltr">
                    {payment.last4 ?? ''}
                  </bdi>
                ),
              })}
        </p>
      </Part>
      <Part title={t('order.address')}>
        <AddressLines address={address} phone={<ContactLinks phone={address.phone_nb} />} />
        {earlier > 0 && (
          <Link to={historyTo} className={link}>
            {t('desk.earlier', { count: earlier })}
          </Link>
        )}
      </Part>
      <OrderChanges order={order} change={props.change} />
      <StoreRefunds store={props.store} order={order} />
      <Part title={t('print.print')}>
        <ul className="flex flex-wrap gap-x-5">
          {(['slip', 'label', 'roll', 'invoice'] as const).map((paper) => (
            <li key={paper}>
              <Link to={`${props.printTo}?paper=${paper}`} className={link}>
                {t(`print.${paper}`)}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
      <StaffNote
        key={order._id}
        note={order.staff_note}
        busy={props.savingNote}
        onSave={props.onNote}
      />
      <Part title={t('admin.order_history')}>
        <ol className="flex flex-col gap-2">
          {order.history.map((event) => (
            <li key={`${event.status} ${event.at}`}>
              <p>
                {event.by === undefined || event.by === ''
                  ? t(`order.status_${event.status}`)
                  : t.nodes('admin.order_by', {
                      status: t(`order.status_${event.status}`),
                      actor: (
                        <bdi key="actor">{t.maybe(`admin.actor_${event.by}`) ?? event.by}</bdi>
                      ),
                    })}
              </p>
              <p className="text-sm text-muted">{longDateTime(t, event.at)}</p>
              {event.note !== undefined && event.note !== '' && (
                <p className="text-sm">
                  <bdi>{event.note}</bdi>
                </p>
              )}
            </li>
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

function Amount({ label, amount, strong }: { label: string; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? 'flex justify-between text-lg font-bold' : 'flex justify-between'}>
      <dt>{label}</dt>
      <dd className="tabular">
        <bdi dir="ltr">{formatPrice(amount)}</bdi>
      </dd>
    </div>
  )
}
