import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { QueryClient } from './query-client'

const QueryClientContext = createContext<QueryClient | undefined>(undefined)

/** Hands the answers of the page to everything inside. */
export function QueryClientProvider({
  client,
  children,
}: {
  client: QueryClient
  children?: ReactNode
}) {
  useEffect(() => client.mount(), [client])
  return <QueryClientContext value={client}>{children}</QueryClientContext>
}

/** The answers of the page. */
export function useQueryClient(): QueryClient {
  const client = useContext(QueryClientContext)
  if (client === undefined) throw new Error('useQueryClient needs a QueryClientProvider around it')
  return client
}
