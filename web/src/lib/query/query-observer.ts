import { notifyLater } from './notify'
import { isVisible, type Return } from './page-state'
import { fetchBegins, type Query, type QueryReader } from './query'
import type { QueryClient } from './query-client'
import type { QueryOptions } from './query-options'
import { shareEqual } from './share-equal'

/** What a component sees of a query. */
export interface QueryFields<Data> {
  data: Data | undefined
  error: Error | null
  failureCount: number
  isError: boolean
  /** A fetch is under way; one that waits for the line or the tab is not. */
  isFetching: boolean
  /** There is no answer yet, and it is being fetched. */
  isLoading: boolean
  /** There is neither an answer nor a failure yet. */
  isPending: boolean
  isPlaceholderData: boolean
  isSuccess: boolean
  /** Fetches anew; never rejects. With `cancelRefetch: false` a fetch under way is enough. */
  refetch: (options?: { cancelRefetch?: boolean }) => Promise<QueryFields<Data>>
}

function isEnabled<Data>(query: Query<Data>, { enabled = true }: QueryOptions<Data>): boolean {
  return typeof enabled === 'function' ? enabled(query) : enabled
}

function wantsFetch<Data>(query: Query<Data>, options: QueryOptions<Data>): boolean {
  return isEnabled(query, options) && query.isStale(options.staleTime)
}

/** One component's look at a query: fetches when it is needed, and tells when what the component reads has changed. */
export class QueryObserver<Data> implements QueryReader {
  readonly #client: QueryClient
  readonly #read = new Set<string | symbol>()
  #options: QueryOptions<Data>
  #query: Query<Data>
  #result: QueryFields<Data>
  /** The query that was shown last with an answer: placeholder data come from it. */
  #answered: Query<Data> | undefined
  #listener: (() => void) | undefined
  #interval: number | false = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(client: QueryClient, options: QueryOptions<Data>) {
    this.#client = client
    this.#options = options
    this.#query = client.getQueryCache().build(options)
    this.#result = this.#resultOf(this.#query, options)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    this.#query.add(this)
    if (wantsFetch(this.#query, this.#options)) void this.#fetch()
    this.onUpdate()
    return () => {
      this.#listener = undefined
      clearInterval(this.#timer)
      this.#query.delete(this)
    }
  }

  getResult = (): QueryFields<Data> => this.#result

  /** What to render with these options, which count only once `setOptions` says so. */
  render(options: QueryOptions<Data>): QueryFields<Data> {
    const query = this.#client.getQueryCache().build(options)
    const result = this.#resultOf(query, options)
    if (!isSame(result, this.#result)) this.#result = result
    return new Proxy(this.#result, {
      get: (fields, name: keyof QueryFields<Data>) => {
        this.#read.add(name)
        return fields[name]
      },
    })
  }

  setOptions(options: QueryOptions<Data>): void {
    const query = this.#client.getQueryCache().build(options)
    query.setOptions(options)
    const isNew = query !== this.#query
    const willFetch = this.#listener !== undefined && this.#willFetch(query, options)
    this.#options = options
    this.#follow(query)
    if (willFetch) void this.#fetch()
    this.#update()
    if (this.#listener !== undefined && (isNew || this.#interval !== this.#intervalNow()))
      this.#poll()
  }

  isEnabled(): boolean {
    return isEnabled(this.#query, this.#options)
  }

  onUpdate(): void {
    this.#update()
    this.#poll()
  }

  onReturn(cause: Return): void {
    const { refetchOnWindowFocus, networkMode } = this.#options
    const isMeant = cause === 'focus' ? refetchOnWindowFocus !== false : networkMode !== 'always'
    if (isMeant && wantsFetch(this.#query, this.#options)) void this.#fetch()
  }

  refetch: QueryFields<Data>['refetch'] = async ({ cancelRefetch = true } = {}) => {
    await this.#fetch(cancelRefetch)
    this.#update()
    return this.#result
  }

  /** Whether a fetch begins with these options: because the component is new or asks for something else than before. */
  #willFetch(query: Query<Data>, options: QueryOptions<Data>): boolean {
    const isNews = this.#listener === undefined || query !== this.#query || !this.isEnabled()
    return isNews && wantsFetch(query, options)
  }

  /** Failures are read in the result. */
  async #fetch(cancelRefetch = false): Promise<void> {
    // It may have been removed from the cache.
    this.#follow(this.#client.getQueryCache().build(this.#options))
    await this.#query.fetch(this.#options, cancelRefetch).catch(() => {})
  }

  #follow(query: Query<Data>): void {
    if (query === this.#query) return
    if (this.#listener !== undefined) {
      this.#query.delete(this)
      query.add(this)
    }
    this.#query = query
  }

  #update(): void {
    const before = this.#result
    const result = this.#resultOf(this.#query, this.#options)
    if (this.#query.state.data !== undefined) this.#answered = this.#query
    if (isSame(result, before)) return
    this.#result = result
    if (this.#listener === undefined) return
    const read = this.#read.size === 0 ? Object.keys(result) : [...this.#read]
    if (!isSame(result, before, read)) notifyLater(this.#listener)
  }

  #intervalNow(): number | false {
    const { refetchInterval = false } = this.#options
    if (!this.isEnabled()) return false
    return typeof refetchInterval === 'function' ? refetchInterval(this.#query) : refetchInterval
  }

  /** Fetches again at an interval, counted from the last change of the query. */
  #poll(): void {
    clearInterval(this.#timer)
    const interval = (this.#interval = this.#intervalNow())
    if (interval === false) return
    this.#timer = setInterval(() => {
      if (this.#options.refetchIntervalInBackground === true || isVisible()) void this.#fetch()
    }, interval)
  }

  /** A fetch that is about to begin is shown as under way, so that nothing is rendered again when it does. */
  #resultOf(query: Query<Data>, options: QueryOptions<Data>): QueryFields<Data> {
    const willFetch = this.#willFetch(query, options)
    const state = { ...query.state, ...(willFetch && fetchBegins(query.state, options)) }
    const { error, failureCount } = state
    let { data, status } = state
    let isPlaceholderData = false
    if (status === 'pending') {
      const placeholder = placeholderOf(options, this.#answered?.state.data)
      if (placeholder !== undefined) {
        data = shareEqual(this.#result?.data, placeholder)
        status = 'success'
        isPlaceholderData = true
      }
    }
    const isFetching = state.fetchStatus === 'fetching'
    const isPending = status === 'pending'
    return {
      data,
      error,
      failureCount,
      isError: status === 'error',
      isFetching,
      isLoading: isFetching && isPending,
      isPending,
      isPlaceholderData,
      isSuccess: status === 'success',
      refetch: this.refetch,
    }
  }
}

function placeholderOf<Data>(
  { placeholderData }: QueryOptions<Data>,
  before: Data | undefined,
): Data | undefined {
  return typeof placeholderData === 'function'
    ? (placeholderData as (before: Data | undefined) => Data | undefined)(before)
    : placeholderData
}

function isSame<T extends object>(
  one: T,
  other: T,
  names: (string | symbol)[] = Object.keys(one),
): boolean {
  return names.every((name) => one[name as keyof T] === other[name as keyof T])
}
