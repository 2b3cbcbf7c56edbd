/** Names an answer. Keys that begin alike can be invalidated, cancelled or removed together. */
export type QueryKey = readonly unknown[]

declare const answer: unique symbol

/** A key that knows the type of the answer stored under it. */
type KeyOf<Data, Key> = Key & { readonly [answer]: Data }

/** The type of the answer under a key; `Otherwise` when the key does not know it. */
export type AnswerOf<Key, Otherwise> = Key extends { readonly [answer]: infer Data }
  ? Data
  : Otherwise

/** A new answer, or what makes it of the one before; undefined leaves the cache as it is. */
export type Update<Data> = Data | undefined | ((before: Data | undefined) => Data | undefined)

/** The part of the client that a query may use while it fetches. */
export interface AnswerWriter {
  setQueryData(queryKey: QueryKey, data: unknown): void
}

/** Whether an answer is there, and what its fetch does: `paused` waits for the line or the tab to come back. */
export interface QueryState<Data = unknown> {
  readonly data: Data | undefined
  /** How often an answer came, or was put into the cache. */
  readonly dataUpdateCount: number
  readonly updatedAt: number
  /** Why the last fetch failed; an older answer stays beside it. */
  readonly error: Error | null
  /** How often the fetch under way has failed so far. */
  readonly failureCount: number
  /** The answer is known to be outdated, whatever its age. */
  readonly isInvalidated: boolean
  readonly status: 'pending' | 'success' | 'error'
  readonly fetchStatus: 'idle' | 'fetching' | 'paused'
}

/** When an attempt that failed is repeated. */
export interface AttemptOptions {
  /** Whether or how often; never unless it says so. A function is told how often it failed before. */
  retry?: boolean | number | ((failures: number, error: Error) => boolean)
  /** Milliseconds until then; twice as long after each failure unless it says otherwise. */
  retryDelay?: number | ((failures: number, error: Error) => number)
  /** `always` for what needs no line: the others wait while the browser has none. */
  networkMode?: 'online' | 'always'
}

/** What a query is given to fetch with. */
export interface QueryContext {
  /** Whoever reads it lets the fetch be aborted when nobody needs its answer any more. */
  readonly signal: AbortSignal
  readonly client: AnswerWriter
}

/** How an answer is fetched, how long it counts and who wants it. */
export interface QueryOptions<
  Data = unknown,
  Key extends QueryKey = QueryKey,
> extends AttemptOptions {
  queryKey: Key
  queryFn?: (context: QueryContext) => Data | Promise<Data>
  /** Milliseconds for which an answer is fresh; 0 unless it says so. */
  staleTime?: number
  /** Milliseconds for which an answer that nobody shows is stored; five minutes unless it says so. */
  gcTime?: number
  enabled?: boolean | ((query: { state: QueryState<NoInfer<Data>> }) => boolean)
  meta?: Readonly<Record<string, unknown>>
  /** Taken for the answer while there is none in the cache. */
  initialData?: NoInfer<Data> | undefined
  /** Shown while there is no answer, never stored; a function is given what was shown before under another key. */
  placeholderData?:
    | NoInfer<Data>
    | ((before: NoInfer<Data> | undefined) => NoInfer<Data> | undefined)
    | undefined
  refetchInterval?:
    | number
    | false
    | ((query: { state: QueryState<NoInfer<Data>> }) => number | false)
  /** Whether a hidden tab goes on fetching at that interval. */
  refetchIntervalInBackground?: boolean
  refetchOnWindowFocus?: boolean
}

/** Gives options as they are, and their key the type of the answer. */
export function queryOptions<Data, const Key extends QueryKey>(
  options: QueryOptions<Data, Key>,
): QueryOptions<Data, Key> & { queryKey: KeyOf<Data, Key> } {
  return options as QueryOptions<Data, Key> & { queryKey: KeyOf<Data, Key> }
}

/** For `placeholderData`: shows the answer to the former key until the new one is there. */
export function keepPreviousData<Data>(before: Data | undefined): Data | undefined {
  return before
}
