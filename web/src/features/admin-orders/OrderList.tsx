import { OrderRow } from '../../domain/order/OrderRow'
import type { AdminOrder } from './api'
import { type OrdersQuery, ordersAddress } from './orders-query'

interface OrderListProps {
  orders: readonly AdminOrder[]
  query: OrdersQuery
}

/** The orders, newest first; each leads to itself. */
export function OrderList({ orders, query }: OrderListProps) {
  return (
    <ul className="divide-y divide-line">
      {orders.map(({ order }) => (
        <OrderRow
          key={order.number}
          order={order}
          to={ordersAddress({ ...query, order: order.number })}
          open={order.number === query.order}
        />
      ))}
    </ul>
  )
}
