import { ApiError } from '../lib/errors'
import { QueryClient } from '../lib/query/query-client'

const MOST_RETRIES = 2

/** A refusal is final; a lost connection or a busy server is worth another try. */
function worthRetrying(failures: number, failure: Error): boolean {
  if (failures >= MOST_RETRIES) return false
  return failure instanceof ApiError && [0, 502, 503, 504].includes(failure.status)
}

/** The query cache of one page. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 30_000 },
    },
  })
}
