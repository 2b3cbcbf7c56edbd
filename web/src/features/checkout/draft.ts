import { removeItem, saveItem, readItem } from '../../lib/session-storage'
import { checkForm } from '../../lib/validation'
import type { AddressFormData } from './api'
import { type CashDraft, readCash } from '../../domain/order/cash'

/** The fields of the first step. */
export interface CheckoutAddress {
  first_name: string
  last_name: string
  street: string
  city: string
  state: string
  building: string
  floor: string
  phone_nb: string
  extra_info: string
  saveAddress: boolean
}

/** How one means to pay. */
export type PayWith = 'saved' | 'new' | 'hosted' | 'cash'

/**
 * What was typed and chosen, saved in the browser session so that a reload loses nothing. It has no
 * field for a card, so card data cannot be saved.
 */
export interface CheckoutDraft {
  address?: CheckoutAddress
  payWith?: PayWith
  note?: string
  cash?: CashDraft
  /** Send the rest when something is missing and no answer comes in time. */
  partly?: boolean
}

const NAME = 'checkoutDraft'

const texts = [
  'first_name',
  'last_name',
  'street',
  'city',
  'state',
  'building',
  'floor',
  'phone_nb',
  'extra_info',
] as const satisfies readonly (keyof CheckoutAddress)[]

const ways: readonly PayWith[] = ['saved', 'new', 'hosted', 'cash']

/** Saves the draft of a person. Fields that a draft does not have are left out. */
export function saveCheckoutDraft(userId: string, draft: CheckoutDraft): void {
  saveItem(NAME, userId, readShape(draft))
}

/** The draft that this person left. */
export function readCheckoutDraft(userId: string): CheckoutDraft {
  return readShape(readItem(NAME, userId))
}

/** Forgets the draft: the order was placed. */
export function deleteCheckoutDraft(): void {
  removeItem(NAME)
}

/** Takes from anything what a draft may hold. */
function readShape(value: unknown): CheckoutDraft {
  if (!isRecord(value)) return {}
  const { address, payWith, note, cash, partly } = value
  const way = ways.find((one) => one === payWith)
  return {
    ...(isRecord(address) ? { address: readAddress(address) } : {}),
    ...(way === undefined ? {} : { payWith: way }),
    ...(typeof note === 'string' && note !== '' ? { note } : {}),
    ...(isRecord(cash) ? { cash: readCash(cash) } : {}),
    ...(partly === true ? { partly } : {}),
  }
}

function readAddress(value: Record<string, unknown>): CheckoutAddress {
  const fields = Object.fromEntries(
    texts.map((name) => [name, typeof value[name] === 'string' ? value[name] : '']),
  ) as Record<(typeof texts)[number], string>
  return { ...fields, saveAddress: value['saveAddress'] === true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first step before anything was typed: the person's name and phone, the favourite address. */
export function prefilledAddress({
  user,
  fav_address: favourite,
}: AddressFormData): CheckoutAddress {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    street: favourite?.street ?? '',
    city: favourite?.city ?? '',
    state: favourite?.state ?? '',
    building: favourite?.building ?? '',
    floor: favourite === null ? '' : String(favourite.floor),
    phone_nb: favourite?.phone_nb || user.phone_nb,
    extra_info: favourite?.extra_info ?? '',
    saveAddress: false,
  }
}

/** Whether an address could be sent as it is. */
export function isAddressComplete(
  address: CheckoutAddress | undefined,
): address is CheckoutAddress {
  if (address === undefined) return false
  return Object.keys(checkForm('checkout_address', { ...address }).errors).length === 0
}

type SavedAddress = AddressFormData['user']['addresses'][number]

/** Whether the place is one of those that the person has saved. */
export function isSavedAddress(address: CheckoutAddress, saved: readonly SavedAddress[]): boolean {
  return saved.some(
    (one) =>
      one.street === address.street &&
      one.city === address.city &&
      one.state === address.state &&
      one.building === address.building &&
      String(one.floor) === address.floor &&
      one.extra_info === address.extra_info,
  )
}
