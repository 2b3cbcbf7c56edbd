import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from './QueryClientProvider'
import { type QueryFields, QueryObserver } from './query-observer'
import type { QueryOptions } from './query-options'

/** What a component sees of a query. It is rendered anew only when a field that it has read changes. */
export type UseQueryResult<Data = unknown> = QueryFields<Data> &
  (
    | { data: undefined; error: null; isPending: true; isError: false; isSuccess: false }
    | { error: Error; isPending: false; isError: true; isSuccess: false }
    | { data: Data; error: null; isPending: false; isError: false; isSuccess: true }
  )

/** The answer to a query, fetched when there is none or it is stale. Never fetches on the server. */
export function useQuery<Data>(options: QueryOptions<Data>): UseQueryResult<Data> {
  const client = useQueryClient()
  const all = client.withDefaults(options)
  const [observer] = useState(() => new QueryObserver(client, all))
  const result = observer.render(all)
  useEffect(() => observer.setOptions(all))
  useSyncExternalStore(observer.subscribe, observer.getResult, observer.getResult)
  return result as UseQueryResult<Data>
}
