import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'
import type { ShownRate } from './pounds'

const rateQuery = () =>
  servedQuery<components['schemas']['RateAnswer']>('/api/rate', async (signal) => ({
    body: await answer(api.GET('/api/rate', { signal })),
  }))

/**
 * The rate of a shop that shows pounds beside every price; undefined in every other. Only its documents carry the
 * rate, so nobody else asks for it.
 */
export function useRateBesidePrices(): ShownRate | undefined {
  const { data } = useQuery({
    ...rateQuery(),
    enabled: (query) => query.state.data !== undefined,
  })
  const rate = data?.body
  if (rate?.lbp_per_usd === undefined || !rate.beside_prices) return undefined
  return { lbp_per_usd: rate.lbp_per_usd, step: rate.step }
}
