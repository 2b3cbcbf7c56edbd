import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import type { QueryClient } from '../../lib/query/query-client'
import { queryOptions } from '../../lib/query/query-options'
import { notifyTabs } from '../../lib/tabs'

/** A delivery address of the signed-in person. */
export type Address = components['schemas']['Address']

/** The addresses, their owner's phone number and which of them is delivered to. */
export type SavedAddresses = components['schemas']['AddressList']

/** What the address forms hold. */
export interface AddressFields {
  street: string
  state: string
  city: string
  building: string
  floor: string
  extra_info: string
}

/** The addresses after a change, and the code of what was done. */
export type Saved = components['schemas']['AddressesSaved']

/** The resource that every change of the addresses writes to. */
export const ADDRESSES = 'addresses'

/** Keys of everything that is cached about addresses. */
export const addressKeys = {
  all: ['addresses'] as const,
  list: ['addresses', 'list'] as const,
  one: (index: number, owner: string) => ['addresses', 'one', index, owner] as const,
}

/** Every address, in its order. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: addressKeys.list,
    queryFn: ({ signal }) => answer(api.GET('/api/user/get-addresses', { signal })),
    meta: { personal: true },
  })

/**
 * The address at a position, for the form that changes it. Asked for each time the form opens and
 * not behind its back: what is being typed must not change under the fingers.
 */
export const addressQuery = (index: number, owner: string) =>
  queryOptions({
    queryKey: addressKeys.one(index, owner),
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/user/get-address/{index}', { params: { path: { index } }, signal }),
        )
      ).address,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** Where the address with this id is now; null when it was deleted. */
export async function findAddress(client: QueryClient, id: string): Promise<number | null> {
  const { addresses } = await client.fetchQuery({ ...addressesQuery(), staleTime: 0 })
  const position = addresses.findIndex((address) => address._id === id)
  return position < 0 ? null : position
}

/** Takes the addresses as the server answered them; the other tabs ask again. */
export function cacheAddresses(client: QueryClient, saved: Saved): void {
  const { addresses, favorite_address } = saved
  client.setQueryData<SavedAddresses>(addressKeys.list, (list) =>
    list === undefined ? undefined : { ...list, addresses, favorite_address },
  )
  notifyTabs({ about: 'addresses' })
}

/** Follows what another tab did to the addresses. */
export function followAddresses(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: addressKeys.list })
}

/** Makes the address at that position the one to deliver to. */
export function setDeliveryAddress(index: number): Promise<Saved> {
  return answer(api.PUT('/api/set-address', { body: { address: index } }))
}

/** Adds an address. */
export function addAddress(address: AddressFields): Promise<Saved> {
  return answer(api.POST('/api/user/add-address', { body: { address } }))
}

/** Changes the address at a position; refused as stale when another one has taken its place. */
export function updateAddress(index: number, _id: string, address: AddressFields): Promise<Saved> {
  return answer(
    api.PUT('/api/user/update-address/{index}', {
      params: { path: { index } },
      body: { address: { _id, ...address } },
    }),
  )
}

/** Deletes the address at a position; refused as stale when another one has taken its place. */
export function deleteAddress(index: number, _id: string): Promise<Saved> {
  return answer(
    api.DELETE('/api/user/delete-address/{index}', {
      params: { path: { index } },
      body: { address: { _id } },
    }),
  )
}

/** An address of which nothing is typed yet. */
export const emptyAddress: AddressFields = {
  street: '',
  state: '',
  city: '',
  building: '',
  floor: '',
  extra_info: '',
}

/** What a form begins with for an address. */
export function addressToFields(address: Address): AddressFields {
  const { street, state, city, building, floor, extra_info } = address
  return { street, state, city, building, floor: String(floor), extra_info }
}
