import { http, HttpResponse } from 'msw'
import type { components } from '../generated/api'

type Store = components['schemas']['Store']

/** A store; what a test cares about is given. */
export function aStore(some: Partial<Store> = {}): Store {
  const id = some.id ?? 's1'
  return {
    _id: id,
    id,
    name: 'Cedar Pharmacy',
    description: 'Open day and night',
    street: 'Hamra Street',
    city: 'Beirut',
    building: 'Cedar Building',
    state: 'Beirut',
    phone_nb: '70123456',
    status: 'approved',
    version: 1,
    ...some,
  }
}

/** The stores of whoever is signed in. */
export function myStores(...stores: Store[]) {
  return http.get('*/api/user/stores', () => HttpResponse.json({ success: true, stores }))
}

const ownerActions = ['edit_store', 'manage_members', 'see_members', 'edit_products']

/** One store, seen by its owner or by somebody else. */
export function oneStore(store: Store, mine = false) {
  return http.get(`*/api/store/${store.id}`, () =>
    HttpResponse.json({ success: true, store, mine, may: mine ? ownerActions : [] }),
  )
}

/** Promises everything, whoever sends it, for the same time. */
export const deliveredToday = http.get('*/api/delivery-times', ({ request }) => {
  const stores = new URL(request.url).searchParams.get('stores') ?? ''
  const time = {
    to: '2026-11-15T16:00:00Z',
    english: 'Today 4–6 pm',
    arabic: 'اليوم من 4 إلى 6 مساءً',
  }
  return HttpResponse.json({
    success: true,
    times: stores.split(',').map((store) => ({ store, time })),
  })
})
