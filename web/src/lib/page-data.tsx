import { createContext, type ReactNode, useContext, useState } from 'react'
import type { components } from '../generated/api'
import { ApiError } from './errors'
import { useOnceHydrated } from './hydrated'
import type { QueryClient } from './query/query-client'
import { queryOptions } from './query/query-options'
import { useQuery } from './query/use-query'

/** The answer of a call that a screen is made of; lists also say how many there are in all. */
export interface Answer<T> {
  body: T
  total?: number
  maxPrice?: number
  /** Nothing was found as typed; these are the results of this reading of it. */
  showingFor?: string
  /** How honestly a search was answered. */
  match?: components['schemas']['Match']
  /** The concern that the list is for. */
  concern?: ConcernText
  /** Something that was searched for and that the shop does not sell. */
  notSold?: ConcernText
}

/** What a concern is called, and the advice that goes with it, in both languages. */
export type ConcernText = components['schemas']['ConcernText']

/** How a shop takes cards: not at all, on its own page, or on the gateway's. */
export type CardsTaken = 'none' | 'page' | 'hosted'

/** The data of a document: the answers its first screen needs, by the path that gives them. */
export interface PageData {
  /** The address does not exist, or names something that does not. */
  notFound: boolean
  /** How this shop takes cards; a document that does not say is taken for one that takes none. */
  cards?: CardsTaken
  answers: Readonly<Record<string, Answer<unknown>>>
}

/** What a view needs to know about its data, whether they were served or fetched. */
export interface Served<T> {
  data: Answer<T> | undefined
  failed: boolean
  /** What was asked for does not exist: trying again is of no use. */
  missing: boolean
  retry: () => void
}

const nothing: PageData = { notFound: false, answers: {} }
const PageDataContext = createContext<PageData>(nothing)

/** Hands the document's data to the screens inside. */
export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  return <PageDataContext value={data}>{children}</PageDataContext>
}

/** The data of the document, as it was when the page was opened. */
function usePageData(): PageData {
  return useContext(PageDataContext)
}

/** How this shop takes cards. */
export function useCardsTaken(): CardsTaken {
  return usePageData().cards ?? 'none'
}

/** Reads the data that the document carries; a document without them is as good as an empty one. */
export function readPageData(from: Document = document): PageData {
  const text = from.getElementById('page-data')?.textContent ?? ''
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && 'answers' in data) return data as PageData
  } catch {
    // Fetching is always possible; a broken block must not keep the shop from opening.
  }
  return nothing
}

const served = 'served'

/**
 * Options of a query whose answer a document may carry. `path` is the call with its query, exactly
 * as the server names it in the page data.
 */
export function servedQuery<T>(path: string, load: (signal: AbortSignal) => Promise<Answer<T>>) {
  return queryOptions({
    queryKey: [served, path] as const,
    queryFn: ({ signal }) => load(signal),
    staleTime: 60_000,
  })
}

/** Puts the document's answers into the query cache, so that the first render finds them there. */
export function seedQueries(client: QueryClient, data: PageData): void {
  for (const [path, answer] of Object.entries(data.answers)) {
    client.setQueryData([served, path], answer)
  }
}

/** Asks again for everything of that kind on the screen: what is shown may be a stored copy. */
export function refetchServed(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [served] })
}

type ServedOptions<T> = ReturnType<typeof servedQuery<T>>

/**
 * Data of a screen from the query cache, which the document's data have seeded on the server and
 * in the browser alike.
 */
export function useServed<T>(options: ServedOptions<T>): Served<T> {
  const query = useQuery(options)
  const path = options.queryKey[1]
  // A document about something that does not exist says so until the browser has asked itself.
  const served404 = useOnceHydrated(false, usePageData().notFound)
  const [missingPath] = useState(served404 ? path : null)
  const refused = query.error instanceof ApiError && query.error.status === 404
  return {
    data: query.data,
    failed: query.isError && !query.isFetching,
    missing: refused || (query.isPending && missingPath === path),
    retry: () => void query.refetch(),
  }
}
