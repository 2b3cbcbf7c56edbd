import { useCallback, useSyncExternalStore } from 'react'
import { useQueryClient } from './query/QueryClientProvider'
import type { QueryClient } from './query/query-client'

/**
 * What `read` finds in the query cache; the component is rendered anew only when that is another value, so it should
 * be a plain one. Nothing is asked for: one component does that with `useQuery` for the many that only look, each of
 * which would need an observer of its own. `otherwise` on the server and until the part of the page is hydrated.
 */
export function useCached<T>(read: (client: QueryClient) => T, otherwise: T): T {
  const client = useQueryClient()
  const subscribe = useCallback(
    (notify: () => void) => client.getQueryCache().subscribe(notify),
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => read(client),
    () => otherwise,
  )
}
