import { OrderHeading } from '../../domain/order/OrderHeading'
import type { OrderStatus } from '../../domain/order/order-status'
import { AddressLines } from '../../domain/address/AddressLines'
import { ContactLinks } from '../../domain/address/ContactLinks'
import { CallFirst } from '../../domain/order/CallFirst'
import { CustomerNote } from '../../domain/order/CustomerNote'
import { FeeAndTotal } from '../../domain/order/FeeAndTotal'
import { OrderPart } from '../../domain/order/OrderPart'
import { PaymentText } from '../../domain/order/PaymentText'
import { StaffOrderLines } from '../../domain/order/StaffOrderLines'
import { StatusHistory } from '../../domain/order/StatusHistory'
import { useT } from '../../lib/i18n'
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
  onMove: (step: { status: OrderStatus; note: string; quarantine: boolean }) => Promise<boolean>
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
      <CustomerNote note={order.note} />
      <OrderPart title={t('order.products')}>
        <StaffOrderLines lines={order.products} />
        <FeeAndTotal order={order} />
        <p className="mt-1 text-sm text-muted">
          <PaymentText payment={payment} />
        </p>
      </OrderPart>
      <OrderPart title={t('order.address')}>
        <AddressLines address={address} phone={<ContactLinks phone={address.phone_nb} />} />
        {earlier > 0 && (
          <Link to={historyTo} className={link}>
            {t('desk.earlier', { count: earlier })}
          </Link>
        )}
      </OrderPart>
      <OrderChanges order={order} change={props.change} />
      <StoreRefunds store={props.store} order={order} />
      <OrderPart title={t('print.print')}>
        <ul className="flex flex-wrap gap-x-5">
          {(['slip', 'label', 'roll', 'invoice'] as const).map((paper) => (
            <li key={paper}>
              <Link to={`${props.printTo}?paper=${paper}`} className={link}>
                {t(`print.${paper}`)}
              </Link>
            </li>
          ))}
        </ul>
      </OrderPart>
      <StaffNote
        key={order._id}
        note={order.staff_note}
        busy={props.savingNote}
        onSave={props.onNote}
      />
      <OrderPart title={t('admin.order_history')}>
        <StatusHistory events={order.history} />
      </OrderPart>
    </div>
  )
}
