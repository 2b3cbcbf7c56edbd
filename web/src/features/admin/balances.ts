import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** What the shop owes a store. */
export type StoreBalance = components['schemas']['StoreBalance']

/** Key of the balances. */
export const balancesKey = ['balances'] as const

/** What the shop owes each store. */
export const balancesQuery = () =>
  queryOptions({
    queryKey: balancesKey,
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/balances', { signal }))).stores,
    staleTime: 0,
    meta: { personal: true },
  })

/** A payout or an adjustment, under a key that makes it happen once. */
export interface StorePayment {
  store: string
  key: string
  body: components['schemas']['StorePayment']
}

/** Records what was paid, or corrects a balance. */
export function recordPayment({ store, key, body }: StorePayment) {
  return answer(
    api.POST('/api/admin/store/{id}/payment', {
      params: { path: { id: store }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
}

/** Sets what the shop keeps of a store's next sales, in percent. */
export function saveCommission(store: string, commission: number) {
  return answer(
    api.PUT('/api/admin/store/{id}/commission', {
      params: { path: { id: store } },
      body: { commission },
    }),
  )
}
