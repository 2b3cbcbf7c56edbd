import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/errors'

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
      // Without a connection a change fails and is taken back; it does not wait in secret. What was
      // sent, which may be a password, is not stored.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}
