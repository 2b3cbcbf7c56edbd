import shop from '../../../../contract/shop.json'
import type { components } from '../../generated/api'

/** How far an order has come. */
export type OrderStatus = components['schemas']['OrderStatus']

/** The statuses, in the order in which an order passes them. */
export const orderStatuses = shop.orders.statuses as readonly OrderStatus[]
