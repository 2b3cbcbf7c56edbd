import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** A comparison of card payments with the gateway. */
export type Reconciliation = components['schemas']['Reconciliation']

/** Key of the comparisons. */
export const reconciliationKey = ['reconciliation'] as const

/** The latest comparisons; while one is being made they are fetched again. */
export const reconciliationQuery = () =>
  queryOptions({
    queryKey: reconciliationKey,
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/reconciliation', { signal }))).runs,
    refetchInterval: (query) =>
      query.state.data?.some((run) => !run.done) === true ? 2000 : false,
    staleTime: 0,
    meta: { personal: true },
  })

/** Compares a period in the background, or a settlement file at once. */
export function reconcile(body: components['schemas']['ReconcileRequest']) {
  return answer(api.POST('/api/admin/reconciliation', { body }))
}
