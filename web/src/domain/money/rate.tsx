import { createContext, type ReactNode, use, useMemo } from 'react'
import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { servedQuery } from '../../lib/page-data'
import { useQuery } from '../../lib/query/use-query'
import type { ShownRate } from './pounds'

type RateAnswer = components['schemas']['RateAnswer']

const rateQuery = () =>
  servedQuery<RateAnswer>('/api/rate', async (signal) => ({
    body: await answer(api.GET('/api/rate', { signal })),
  }))

const RateContext = createContext<ShownRate | undefined>(undefined)

/**
 * Knows the rate for all prices on the screen: each of them would need an observer of its own. Only the documents of a
 * shop that shows pounds beside every price carry the rate, so nobody else asks for it.
 */
export function RateProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({
    ...rateQuery(),
    enabled: (query) => query.state.data !== undefined,
  })
  const rate = useMemo(() => besidePrices(data?.body), [data])
  return <RateContext value={rate}>{children}</RateContext>
}

function besidePrices(rate: RateAnswer | undefined): ShownRate | undefined {
  if (rate?.lbp_per_usd === undefined || !rate.beside_prices) return undefined
  return { lbp_per_usd: rate.lbp_per_usd, step: rate.step }
}

/** The rate of a shop that shows pounds beside every price; undefined in every other. */
export function useRateBesidePrices(): ShownRate | undefined {
  return use(RateContext)
}
