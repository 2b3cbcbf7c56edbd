import type { MovementRequest, ShiftOrder } from './api'
import { DeliverDialog } from './DeliverDialog'
import { FailDialog } from './FailDialog'

/** Which order is being settled, and how. */
export interface Settling {
  id: string
  failed: boolean
}

interface SettleDialogProps {
  settling: Settling | null
  orders: readonly ShiftOrder[]
  onClose: () => void
  onMovement: (movement: Omit<MovementRequest, 'key' | 'made_at'>) => void
}

/** Asks what a courier received for an order, or why it was not delivered. */
export function SettleDialog({ settling, orders, onClose, onMovement }: SettleDialogProps) {
  const order = orders.find(({ _id }) => _id === settling?.id)
  if (order === undefined) return null
  const settle = (movement: Parameters<typeof onMovement>[0]) => {
    onClose()
    onMovement(movement)
  }
  return settling?.failed === true ? (
    <FailDialog
      number={order.number}
      onClose={onClose}
      onFailed={(reason) => settle({ kind: 'fail', fulfilment: order._id, reason })}
    />
  ) : (
    <DeliverDialog
      order={order}
      onClose={onClose}
      onDelivered={(amount, change) =>
        settle({ kind: 'deliver', fulfilment: order._id, amount, change })
      }
    />
  )
}
