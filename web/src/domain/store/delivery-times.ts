import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import type { Lang } from '../../lib/i18n-plural'
import { queryOptions } from '../../lib/query/query-options'
import { HOUSE } from './house'

/** When an order arrives, in words of both languages. */
export type DeliveryTime = components['schemas']['DeliveryTime']

const MINUTE = 60_000

/** The stores of some products, each once, in their order. */
export function storesOf(products: readonly { store?: string | undefined }[]): string[] {
  return [...new Set(products.map((product) => product.store ?? HOUSE))]
}

/** When something that is ordered now arrives; what was true a minute ago is asked for again. */
export const deliveryTimesQuery = (stores: readonly string[]) =>
  queryOptions({
    queryKey: ['delivery-times', ...stores] as const,
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/delivery-times', {
            params: { query: { stores: stores.join(',') } },
            signal,
          }),
        )
      ).times,
    staleTime: MINUTE,
    gcTime: MINUTE,
    refetchInterval: MINUTE,
    retry: false,
  })

/** A delivery time in the reader's language. */
export function deliveryText(lang: Lang, time: DeliveryTime): string {
  return lang === 'arabic' ? time.arabic : time.english
}
