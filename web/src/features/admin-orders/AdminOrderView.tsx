import { CustomerNote } from '../../domain/order/CustomerNote'
import { FeeAndTotal } from '../../domain/order/FeeAndTotal'
import { OrderHeading } from '../../domain/order/OrderHeading'
import { OrderPart } from '../../domain/order/OrderPart'
import { PaymentText } from '../../domain/order/PaymentText'
import { StaffOrderLines } from '../../domain/order/StaffOrderLines'
import { StatusHistory } from '../../domain/order/StatusHistory'
import type { OrderStatus } from '../../domain/order/order-status'
import { Phone } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { Pounds } from '../../domain/money/Pounds'
import { phoneLink, phoneText } from '../../lib/phone'
import { AddressLines } from '../../domain/address/AddressLines'
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
  onMove: (status: OrderStatus, note: string) => Promise<boolean>
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
      <CustomerNote note={order.note} />
      <OrderPart title={t('order.products')}>
        <StaffOrderLines lines={order.products} />
        <FeeAndTotal order={order}>
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
        </FeeAndTotal>
      </OrderPart>
      <OrderPart title={t('order.address')}>
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
      </OrderPart>
      <div className="grid gap-5 sm:grid-cols-2">
        <OrderPart title={t('admin.order_customer')}>
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
        </OrderPart>
        <OrderPart title={t('order.payment')}>
          <p>
            <PaymentText payment={payment} />
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
        </OrderPart>
      </div>
      {order.cash !== undefined && (
        <OrderPart title={t('admin.cash_title')}>
          <CashPart cash={order.cash} change={shown.change} />
        </OrderPart>
      )}
      <RefundsPanel order={order} />
      <OrderPart title={t('admin.order_history')}>
        <StatusHistory events={order.history} />
      </OrderPart>
    </div>
  )
}
