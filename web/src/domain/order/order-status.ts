import type { components } from '../../generated/api'

/** How far an order has come. */
export type OrderStatus = components['schemas']['OrderStatus']
