import type { components } from '../../generated/api'

/** The cart with its totals and warnings. */
export type Cart = components['schemas']['Cart']

/** One line of the cart. */
export type CartLine = components['schemas']['CartLine']
