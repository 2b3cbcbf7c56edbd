import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** What the first step is filled with. */
export type AddressFormData = components['schemas']['AddressForm']

/** The saved card and the ways to pay. */
export type PaymentFormData = components['schemas']['PaymentForm']

/** What is sent to place an order. */
export type CheckoutRequest = components['schemas']['CheckoutRequest']

/** The answer to a placed order. */
export type OrderPlaced = components['schemas']['OrderPlaced']

/** Where an order has to be paid before it is placed. */
export type PaymentRedirect = components['schemas']['PaymentRedirect']

/** The gateway's page. */
export type PaymentPage = components['schemas']['PaymentPage']

/** What became of a payment on the gateway's page. */
export type PaymentAttempt = components['schemas']['PaymentAttemptAnswer']

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
export function placeOrder(
  request: CheckoutRequest,
  key: string,
): Promise<OrderPlaced | PaymentRedirect> {
  return answer(
    api.POST('/api/user/checkout', {
      params: { header: { 'Idempotency-Key': key } },
      body: request,
    }),
  )
}

const ASK_OFTEN_MS = 2000
const ASK_SELDOM_MS = 5000
const ASKED_OFTEN = 15

/** What became of a payment, asked again while it is open. */
export const paymentAttemptQuery = (attempt: string) =>
  queryOptions({
    queryKey: ['checkout', 'payment-attempt', attempt],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/user/payment-attempt/{attempt}', { params: { path: { attempt } }, signal }),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && state.data.state !== 'open') return false
      return state.dataUpdateCount < ASKED_OFTEN ? ASK_OFTEN_MS : ASK_SELDOM_MS
    },
    meta: { personal: true },
  })

/** Gives a payment up; one that is paid already becomes its order instead. */
export function cancelPaymentAttempt(attempt: string): Promise<PaymentAttempt> {
  return answer(
    api.POST('/api/user/payment-attempt/{attempt}/cancel', { params: { path: { attempt } } }),
  )
}
