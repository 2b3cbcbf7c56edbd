import { type Attempts, startAttempts } from './attempts'
import { canFetch, type Return } from './page-state'
import type { AnswerWriter, QueryKey, QueryOptions, QueryState } from './query-options'
import { shareEqual } from './share-equal'

/** What a query needs of the cache that holds it. */
export interface QueryHolder {
  readonly client: AnswerWriter
  notify: () => void
  remove: (query: Query) => void
}

/** Somebody who shows the answer of a query. */
export interface QueryReader {
  isEnabled: () => boolean
  onUpdate: () => void
  onReturn: (cause: Return) => void
}

const FIVE_MINUTES = 300_000

/** What changes when a fetch begins. */
export function fetchBegins<Data>(
  { data }: QueryState<Data>,
  { networkMode }: QueryOptions<Data>,
): Partial<QueryState<Data>> {
  return {
    failureCount: 0,
    fetchStatus: canFetch(networkMode) ? 'fetching' : 'paused',
    ...(data === undefined && { error: null, status: 'pending' }),
  }
}

const empty = {
  data: undefined,
  dataUpdateCount: 0,
  updatedAt: 0,
  error: null,
  failureCount: 0,
  isInvalidated: false,
  status: 'pending',
  fetchStatus: 'idle',
} as const

/** One answer in the cache, and its fetch. */
export class Query<Data = unknown> {
  readonly queryKey: QueryKey
  readonly hash: string
  state: QueryState<Data> = empty
  readonly #holder: QueryHolder
  readonly #readers = new Set<QueryReader>()
  #options: QueryOptions<Data>
  /** What a fetch that is cancelled goes back to. */
  #before = this.state
  #attempts: Attempts<Data> | undefined
  #gcTime = 0
  #gcTimer: ReturnType<typeof setTimeout> | undefined

  constructor(holder: QueryHolder, hash: string, options: QueryOptions<Data>) {
    this.#holder = holder
    this.hash = hash
    this.queryKey = options.queryKey
    this.#options = options
    this.setOptions(options)
    this.#scheduleRemoval()
  }

  get meta(): QueryOptions['meta'] {
    return this.#options.meta
  }

  /** The options of whoever used the query last count. An answer is stored for as long as anybody asked for. */
  setOptions(options: QueryOptions<Data>): void {
    const { gcTime = FIVE_MINUTES, initialData } = options
    this.#options = options
    this.#gcTime = Math.max(this.#gcTime, gcTime)
    if (this.state.data === undefined && initialData !== undefined) this.setData(initialData)
  }

  /** Whether somebody wants its answer. */
  isActive(): boolean {
    return [...this.#readers].some((reader) => reader.isEnabled())
  }

  isStale(staleTime = 0): boolean {
    const { data, isInvalidated, updatedAt } = this.state
    return data === undefined || isInvalidated || Date.now() - updatedAt >= staleTime
  }

  /** Stores an answer. A fetch under way goes on; cancelling it does not take this back. */
  setData(data: Data): void {
    this.#set({
      data: shareEqual(this.state.data, data),
      dataUpdateCount: this.state.dataUpdateCount + 1,
      updatedAt: Date.now(),
      error: null,
      isInvalidated: false,
      status: 'success',
    })
    this.#before = this.state
  }

  invalidate(): void {
    if (!this.state.isInvalidated) this.#set({ isInvalidated: true })
  }

  /** Calls its fetch off, and goes back to the state before it. */
  cancel(): void {
    if (this.#attempts === undefined) return
    this.#endFetch(this.#before.data)
    this.#scheduleRemoval()
    this.#set({ ...this.#before, fetchStatus: 'idle' })
  }

  /** Takes its answer away. */
  reset(): void {
    this.#endFetch()
    this.#set(empty)
  }

  /** Calls its fetch off, for a query that is no longer in the cache. */
  destroy(): void {
    clearTimeout(this.#gcTimer)
    this.#endFetch()
  }

  add(reader: QueryReader): void {
    this.#readers.add(reader)
  }

  delete(reader: QueryReader): void {
    this.#readers.delete(reader)
    this.#scheduleRemoval()
    // React may take a component off and put it back in one go: its fetch goes on.
    queueMicrotask(() => {
      if (this.#readers.size > 0 || this.#attempts === undefined) return
      const { fetchStatus, status } = this.state
      const isWaiting = fetchStatus === 'paused' && status === 'pending'
      if (isWaiting || this.#attempts.isAbortable) this.cancel()
      // A fetch that cannot be aborted brings its answer, but is not tried again.
      else this.#attempts.isLast = true
    })
  }

  onReturn(cause: Return): void {
    for (const reader of this.#readers) reader.onReturn(cause)
    this.#attempts?.wake()
  }

  /**
   * Fetches the answer. One fetch serves everybody who asks while it is under way; with `cancelRefetch` one that only
   * renews an answer is called off for a new one, because what it was asked about has changed since, and one that
   * failed and waits is tried again at once.
   */
  fetch(options = this.#options, cancelRefetch = false): Promise<Data> {
    const former = this.#attempts
    if (former !== undefined && (this.state.data === undefined || !cancelRefetch)) {
      former.isLast = false
      if (cancelRefetch) former.hurry()
      return former.promise
    }
    this.setOptions(options)
    this.#before = this.state
    if (this.state.fetchStatus !== 'fetching') this.#set(fetchBegins(this.state, options))
    const attempts = startAttempts(options, this.#holder.client, this.#set)
    this.#attempts = attempts
    former?.end(attempts.promise)
    const end = (changed: Partial<QueryState<Data>>) => {
      this.#attempts = undefined
      this.#scheduleRemoval()
      this.#set({ ...changed, fetchStatus: 'idle' })
    }
    // First of all who wait for the answer. Once the fetch was called off, what comes is not its answer.
    attempts.promise.then(
      (data) => {
        if (this.#attempts !== attempts) return
        this.setData(data)
        end({ failureCount: 0 })
      },
      (error: Error) => {
        if (this.#attempts !== attempts) return
        const failureCount = this.state.failureCount + 1
        end({ failureCount, error, status: 'error', isInvalidated: true })
      },
    )
    return attempts.promise
  }

  /** Whoever waits for the fetch gets `data`, or a failure without it. */
  #endFetch(data?: Data): void {
    this.#attempts?.end(data ?? Promise.reject(new Error('Called off')))
    this.#attempts = undefined
  }

  readonly #set = (changed: Partial<QueryState<Data>>): void => {
    this.state = { ...this.state, ...changed }
    for (const reader of this.#readers) reader.onUpdate()
    this.#holder.notify()
  }

  /** No timer on the server, where a cache lives for one page. */
  #scheduleRemoval(): void {
    clearTimeout(this.#gcTimer)
    if (this.#gcTime === Infinity || typeof window === 'undefined') return
    this.#gcTimer = setTimeout(() => {
      if (this.#readers.size > 0 || this.#attempts !== undefined) return
      this.#holder.remove(this as Query)
    }, this.#gcTime)
  }
}
