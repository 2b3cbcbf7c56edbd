import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../test-setup/shop-server'
import {
  type CheckoutDraft,
  deleteCheckoutDraft,
  isAddressComplete,
  saveCheckoutDraft,
  readCheckoutDraft,
  prefilledAddress,
} from './draft'

beforeEach(() => sessionStorage.clear())

const address = {
  ...prefilledAddress({ success: true, user: aUser(), fav_address: null }),
  street: 'Hamra',
  city: 'Beirut',
  building: 'Sunrise',
  floor: '3',
}

test('a draft comes back to the person who left it, and to nobody else', () => {
  saveCheckoutDraft('layla', { address, payWith: 'cash', note: 'Ring twice' })
  expect(readCheckoutDraft('layla')).toEqual({ address, payWith: 'cash', note: 'Ring twice' })
  expect(readCheckoutDraft('karim')).toEqual({})
  deleteCheckoutDraft()
  expect(readCheckoutDraft('layla')).toEqual({})
})

test('card data never gets into the stored draft, even by mistake', () => {
  const careless = {
    address: { ...address, card_number: '4242424242424242', cvv: '123' },
    payWith: 'new',
    card: { card_number: '4242424242424242', cvv: '123' },
  } as CheckoutDraft
  saveCheckoutDraft('layla', careless)
  const written = JSON.stringify(sessionStorage)
  expect(written).toContain('Hamra')
  expect(written).not.toMatch(/4242|cvv|card_number/)
})

test('the first step begins with the favourite address, or with name and phone alone', () => {
  const favourite = {
    street: 'Hamra',
    city: 'Beirut',
    state: 'Beirut',
    building: 'Sunrise',
    floor: 0,
    phone_nb: '71000000',
    extra_info: '',
  }
  const filled = prefilledAddress({ success: true, user: aUser(), fav_address: favourite })
  expect(filled).toMatchObject({ first_name: 'Layla', floor: '0', phone_nb: '71000000' })
  expect(isAddressComplete(filled)).toBe(true)
  const bare = prefilledAddress({ success: true, user: aUser(), fav_address: null })
  expect(bare).toMatchObject({ last_name: 'Haddad', floor: '', phone_nb: '70123456' })
  expect(isAddressComplete(bare)).toBe(false)
  expect(isAddressComplete(undefined)).toBe(false)
})
