import { OrderRow } from '../../domain/order/OrderRow'
import type { StoreOrder } from './api'
import { type DeskQuery, deskAddress } from './desk-query'

interface DeskListProps {
  store: string
  orders: readonly StoreOrder[]
  query: DeskQuery
}

/** The orders of a store, newest first; each leads to itself. */
export function DeskList({ store, orders, query }: DeskListProps) {
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <OrderRow
          key={order._id}
          order={order}
          to={deskAddress(store, { ...query, order: order._id })}
          open={order._id === query.order}
        />
      ))}
    </ul>
  )
}
