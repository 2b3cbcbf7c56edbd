import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

const changes = new Set(['added', 'removed', 'updated'])

/**
 * What `read` finds in the query cache; the component is rendered anew only when that is another value, so it should
 * be a plain one. Nothing is asked for: one component does that with `useQuery` for the many that only look, each of
 * which would need an observer of its own. `otherwise` on the server and until the part of the page is hydrated.
 */
export function useCached<T>(read: (client: QueryClient) => T, otherwise: T): T {
  const client = useQueryClient()
  const subscribe = useCallback(
    (notify: () => void) =>
      client.getQueryCache().subscribe(({ type }) => {
        if (changes.has(type)) notify()
      }),
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => read(client),
    () => otherwise,
  )
}
