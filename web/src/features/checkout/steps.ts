import { readQuery, writeQuery } from '../../lib/query-string'

/** The steps of the checkout, in their order. */
export const steps = ['address', 'payment', 'review'] as const

/** One step of the checkout. */
export type Step = (typeof steps)[number]

/** What has been filled in so far. */
interface Filled {
  /** An address that passes the rules. */
  address: boolean
  /** A way to pay; with a card also the card data, which a reload loses. */
  payment: boolean
}

/** The step that an address asks for; the first when it asks for none or for nonsense. */
export function readStep(search: string): Step {
  const asked = readQuery(search).get('step')
  return steps.find((step) => step === asked) ?? 'address'
}

/** The address of a step. */
export function stepAddress(step: Step): string {
  return `/user/checkout${step === 'address' ? '' : writeQuery([['step', step]])}`
}

/** The asked step, or the first before it that still has to be filled in. */
export function reachable(asked: Step, filled: Filled): Step {
  if (asked === 'address' || !filled.address) return 'address'
  if (asked === 'payment' || !filled.payment) return 'payment'
  return 'review'
}
