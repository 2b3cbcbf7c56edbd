import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'

/** A delivery address of the signed-in person. */
export type Address = components['schemas']['Address']

/** Makes the address at that position the one to deliver to. */
export async function setDeliveryAddress(index: number): Promise<void> {
  await answer(api.PUT('/api/set-address', { body: { address: index } }))
}
