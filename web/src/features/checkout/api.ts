import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'

/** What the first step is filled with. */
export type AddressFormData = components['schemas']['AddressForm']

/** The saved card and the ways to pay. */
export type PaymentFormData = components['schemas']['PaymentForm']

/** What is sent to place an order. */
export type CheckoutRequest = components['schemas']['CheckoutRequest']

/** The answer to a placed order. */
export type OrderPlaced = components['schemas']['OrderPlaced']

/** The person and the address to deliver to. Asked anew for each checkout: both may have changed. */
export const addressFormQuery = () =>
  queryOptions({
    queryKey: ['checkout', 'address-form'],
    queryFn: ({ signal }) => answer(api.GET('/api/user/address-form', { signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  })

/** The saved card, masked, and the ways to pay that the shop offers. */
export const paymentFormQuery = () =>
  queryOptions({
    queryKey: ['checkout', 'payment-form'],
    queryFn: ({ signal }) => answer(api.GET('/api/user/payment-form', { signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  })

/** Places an order. The same key gives the same order, however often it is sent. */
export function placeOrder(request: CheckoutRequest, key: string): Promise<OrderPlaced> {
  return answer(
    api.POST('/api/user/checkout', {
      params: { header: { 'Idempotency-Key': key } },
      body: request,
    }),
  )
}
