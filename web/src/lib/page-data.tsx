import { type QueryClient, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'

/** The answers a document was made from, by the key of the query that would fetch them. */
export type ServedAnswers = ReadonlyMap<string, unknown>

/** What a view needs to know about its data, whether they were served or fetched. */
export interface Served<T> {
  data: T | undefined
  failed: boolean
  retry: () => void
}

const none: ServedAnswers = new Map()
const ServedContext = createContext<ServedAnswers>(none)

/** Hands the served answers to a tree that is rendered without a query cache. */
export function ServedProvider({ answers, children }: { answers: ServedAnswers; children: ReactNode }) {
  return <ServedContext value={answers}>{children}</ServedContext>
}

/** Name of a query among the served answers. */
export function servedName(key: QueryKey): string {
  return JSON.stringify(key)
}

/** Puts the served answers into the query cache, so that the first render finds them there. */
export function seedQueries(client: QueryClient, answers: ServedAnswers): void {
  for (const [name, data] of answers) {
    const key: unknown = JSON.parse(name)
    if (Array.isArray(key)) client.setQueryData(key, data)
  }
}

function useServedOnServer<T>(options: UseQueryOptions<T>): Served<T> {
  const answers = useContext(ServedContext)
  return { data: answers.get(servedName(options.queryKey)) as T | undefined, failed: false, retry: () => {} }
}

function useServedOnClient<T>(options: UseQueryOptions<T>): Served<T> {
  const query = useQuery(options)
  return { data: query.data, failed: query.isError && !query.isFetching, retry: () => void query.refetch() }
}

/**
 * Data of a screen: from the document while the server renders (no query cache lives there), from
 * the query cache in the browser, which the document's data have seeded.
 */
export const useServed = import.meta.env.SSR ? useServedOnServer : useServedOnClient

/** Reads the JSON that the document carries; null when there is none. */
export function readPageData(from: Document = document): unknown {
  const text = from.getElementById('page-data')?.textContent
  if (text === undefined || text === null || text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
