import { OrderHeading } from '../../domain/order/OrderHeading'
import type { OrderStatus } from '../../domain/order/order-status'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import { Pounds } from '../../domain/money/Pounds'
import { phoneLink, phoneText } from '../../lib/phone'
import { AddressLines } from '../../domain/address/AddressLines'
import { Alert } from '../../ui/Alert'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { ProductName } from '../../domain/product/ProductName'
import type { AdminOrder } from './api'
import { RefundsPanel } from './RefundsPanel'
import { CallFirst } from '../../domain/order/CallFirst'
import { CashPart } from '../../domain/order/CashPart'
import { StatusActions } from './StatusActions'

interface AdminOrderViewProps {
  shown: AdminOrder
  /** The list without this order. */
  backTo: string
  /** The move that is being made. */
  moving: OrderStatus | null
  onMove: (status: OrderStatus, note: string) => Promise<void>
  calling: boolean
  onCalled: () => void
}

/** One order as the people who pack and deliver it need it. */
export function AdminOrderView(props: AdminOrderViewProps) {
  const { shown, backTo, moving, onMove } = props
  const t = useT()
  const { order, customer } = shown
  const { address, payment } = order
  return (
    <div className="flex flex-col gap-5">
      <OrderHeading order={order} backTo={backTo} takenBy={shown.taken_by} />
      <StatusActions
        number={order.number}
        card={order.payment.method === 'card'}
        moves={shown.next}
        moving={moving}
        onMove={onMove}
      />
      <CallFirst waits={order.call_first} busy={props.calling} onCalled={props.onCalled} />
      {order.note !== undefined && order.note !== '' && (
        <Alert tone="warning" title={t('order.note')}>
          <p className="whitespace-pre-line">
            <bdi>{order.note}</bdi>
          </p>
        </Alert>
      )}
      <Part title={t('order.products')}>
        <ul className="divide-y divide-line">
          {order.products.map(({ product, nb_ordered: quantity, line_total: total }) => (
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
                  <bdi className="tabular">{quantity}</bdi>
                  {' × '}
                  <ProductName of={product} />
                </p>
                <p className="text-sm text-muted">
                  <bdi dir="ltr">{product.code}</bdi>
                </p>
              </div>
              <bdi dir="ltr" className="tabular">
                {formatPrice(total)}
              </bdi>
            </li>
          ))}
        </ul>
        <dl className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
          <Amount label={t('order.delivery_fee')} amount={order.deliveryFee} />
          <Amount strong label={t('order.total')} amount={order.total} />
          {order.rate !== undefined && order.totalLbp !== undefined && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-sm text-muted">
                {t.nodes('money.at_rate', { pounds: <Pounds key="pounds" amount={order.rate} /> })}
              </dt>
              <dd className="ms-auto text-lg font-bold">
                <Pounds amount={order.totalLbp} />
              </dd>
            </div>
          )}
        </dl>
      </Part>
      <Part title={t('order.address')}>
        <AddressLines
          address={address}
          phone={
            <a
              href={phoneLink(address.phone_nb)}
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline"
            >
              <Phone aria-hidden="true" className="size-5" />
              {t.nodes('admin.order_call', {
                phone: (
                  <bdi key="phone" dir="ltr" className="tabular">
                    {phoneText(address.phone_nb)}
                  </bdi>
                ),
              })}
            </a>
          }
        />
      </Part>
      <div className="grid gap-5 sm:grid-cols-2">
        <Part title={t('admin.order_customer')}>
          {customer.username === '' ? (
            <p className="text-muted">{t('admin.order_none_customer')}</p>
          ) : (
            <>
              <p>
                <bdi>{customer.full_name}</bdi>
              </p>
              <p className="break-all text-muted">
                <bdi dir="ltr">{customer.email}</bdi>
              </p>
            </>
          )}
        </Part>
        <Part title={t('order.payment')}>
          <p>
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
          {payment.chargedLbp !== undefined && (
            <p>
              {t.nodes('order.charged_pounds', {
                pounds: <Pounds key="pounds" amount={payment.chargedLbp} />,
              })}
            </p>
          )}
          <p className="text-sm break-all text-muted">
            <bdi dir="ltr">{payment.transactionId}</bdi>
          </p>
        </Part>
      </div>
      {order.cash !== undefined && (
        <Part title={t('admin.cash_title')}>
          <CashPart cash={order.cash} change={shown.change} />
        </Part>
      )}
      <RefundsPanel order={order} />
      <Part title={t('admin.order_history')}>
        <ol className="flex flex-col gap-2">
          {order.history.map((event) => (
            <li key={`${event.status} ${event.at}`}>
              <p>
                {event.by === undefined || event.by === ''
                  ? t(`order.status_${event.status}`)
                  : t.nodes('admin.order_by', {
                      status: t(`order.status_${event.status}`),
                      actor: <bdi key="actor">{actorName(t, event.by)}</bdi>,
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

/** The server names a role where no username is known. */
function actorName(t: ReturnType<typeof useT>, by: string): string {
  return t.maybe(`admin.actor_${by}`) ?? by
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
