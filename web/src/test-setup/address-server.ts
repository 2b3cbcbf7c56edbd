import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'
import { aUser, status } from './shop-server'

type Address = components['schemas']['Address']
type AddressInput = components['schemas']['AddressInput']

/** An address; what a test cares about is given. */
export function anAddress(some: Partial<Address> = {}): Address {
  return {
    _id: 'a1',
    street: 'Hamra Street',
    state: 'Beirut',
    city: 'Beirut',
    building: 'Cedar Building',
    floor: 3,
    extra_info: '',
    ...some,
  }
}

/** A server with the addresses of someone signed in; `asked` hears each change. */
export function addressCalls(
  addresses: Address[],
  {
    favourite = addresses.length === 0 ? -1 : 0,
    asked,
  }: { favourite?: number; asked?: (change: string) => void } = {},
) {
  let held = addresses
  let chosen = favourite
  const saved = (code: string) =>
    HttpResponse.json({
      success: true,
      code,
      message: '',
      addresses: held,
      favorite_address: chosen,
    })
  const stale = () =>
    HttpResponse.json({ success: false, code: 'address_stale', message: '' }, { status: 409 })
  return [
    status(aUser({ addresses, favorite_address: favourite })),
    http.get('*/api/user/get-addresses', () =>
      HttpResponse.json({
        success: true,
        addresses: held,
        phoneNb: '70123456',
        favorite_address: chosen,
      }),
    ),
    http.get('*/api/user/get-address/:index', ({ params }) => {
      const address = held[Number(params['index'])]
      return address === undefined
        ? HttpResponse.json({ success: false, code: 'address_not_found' }, { status: 404 })
        : HttpResponse.json({ success: true, address })
    }),
    http.post<never, { address: AddressInput }>('*/api/user/add-address', async ({ request }) => {
      const { address } = await request.json()
      asked?.(`add ${JSON.stringify(address)}`)
      held = [
        ...held,
        anAddress({
          ...address,
          _id: `added${held.length + 1}`,
          floor: Number(address.floor),
          extra_info: address.extra_info ?? '',
        }),
      ]
      return saved('address_added')
    }),
    http.put<{ index: string }, { address: AddressInput }>(
      '*/api/user/update-address/:index',
      async ({ request, params }) => {
        const { address } = await request.json()
        if (held[Number(params.index)]?._id !== address._id) return stale()
        asked?.(`update ${params.index} ${address.street}`)
        return saved('address_updated')
      },
    ),
    http.delete<{ index: string }, { address: { _id: string } }>(
      '*/api/user/delete-address/:index',
      async ({ request, params }) => {
        const { address } = await request.json()
        if (held[Number(params.index)]?._id !== address._id) return stale()
        asked?.(`delete ${params.index}`)
        held = held.filter((one) => one._id !== address._id)
        return saved('address_deleted')
      },
    ),
    http.put<never, { address: number }>('*/api/set-address', async ({ request }) => {
      const { address } = await request.json()
      asked?.(`choose ${address}`)
      chosen = address
      return saved('address_selected')
    }),
  ]
}
