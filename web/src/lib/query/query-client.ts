import { MutationCache } from './mutation-cache'
import { watchPage } from './page-state'
import { QueryCache, type QueryFilters } from './query-cache'
import type { AnswerOf, AnswerWriter, QueryKey, QueryOptions, Update } from './query-options'

/** What a query does unless its own options say otherwise. */
type QueryDefaults = Omit<QueryOptions, 'queryKey' | 'queryFn'>

/** Reads and changes the answers of one page. */
export class QueryClient implements AnswerWriter {
  readonly #queries = new QueryCache(this)
  readonly #mutations = new MutationCache()
  readonly #defaults: QueryDefaults | undefined

  constructor({ defaultOptions }: { defaultOptions?: { queries?: QueryDefaults } } = {}) {
    this.#defaults = defaultOptions?.queries
  }

  /** Renews what is stale when the reader or the line comes back, until the function it gives is called. */
  mount(): () => void {
    return watchPage((cause) => {
      for (const query of this.#queries.findAll()) query.onReturn(cause)
    })
  }

  getQueryCache(): QueryCache {
    return this.#queries
  }

  getMutationCache(): MutationCache {
    return this.#mutations
  }

  withDefaults<Data>(options: QueryOptions<Data>): QueryOptions<Data> {
    return { ...(this.#defaults as QueryOptions<Data>), ...options }
  }

  getQueryData<Data = unknown, Key extends QueryKey = QueryKey>(
    key: Key,
  ): AnswerOf<Key, Data> | undefined {
    return this.#queries.get<AnswerOf<Key, Data>>(key)?.state.data
  }

  setQueryData<Data = unknown, Key extends QueryKey = QueryKey>(
    queryKey: Key,
    update: Update<NoInfer<AnswerOf<Key, Data>>>,
  ): void {
    type Answer = AnswerOf<Key, Data>
    const before = this.getQueryData<Data, Key>(queryKey)
    const data =
      typeof update === 'function'
        ? (update as (before: Answer | undefined) => Answer | undefined)(before)
        : update
    if (data === undefined) return
    this.#queries.build(this.withDefaults<Answer>({ queryKey })).setData(data)
  }

  /** Changes every answer whose query fits. */
  setQueriesData<Data>(filters: QueryFilters, update: Update<Data>): void {
    for (const { queryKey } of this.#queries.findAll(filters)) {
      this.setQueryData<Data>(queryKey, update)
    }
  }

  /** The answer in the cache while it is fresh, else a new one. */
  async fetchQuery<Data>(options: QueryOptions<Data>): Promise<Data> {
    const all = this.withDefaults(options)
    const query = this.#queries.build(all)
    const { data } = query.state
    return data === undefined || query.isStale(all.staleTime) ? query.fetch(all) : data
  }

  /** Marks answers as outdated and renews those that somebody shows; the others when somebody does again. */
  async invalidateQueries({
    refetchType,
    ...filters
  }: QueryFilters & { refetchType?: 'none' } = {}): Promise<void> {
    for (const query of this.#queries.findAll(filters)) query.invalidate()
    if (refetchType !== 'none') await this.refetchQueries(filters)
  }

  /**
   * Fetches anew what somebody shows, calling off older fetches. Waits for the answers, but not for the line to come
   * back.
   */
  async refetchQueries(filters: QueryFilters): Promise<void> {
    await Promise.all(
      this.#queries.findAll({ ...filters, type: 'active' }).map(async (query) => {
        const fetch = query.fetch(undefined, true).catch(() => {})
        if (query.state.fetchStatus === 'fetching') await fetch
      }),
    )
  }

  /** Calls fetches off; each answer is as it was before. */
  async cancelQueries(filters: QueryFilters): Promise<void> {
    for (const query of this.#queries.findAll(filters)) query.cancel()
  }

  removeQueries(filters: QueryFilters): void {
    for (const query of this.#queries.findAll(filters)) this.#queries.remove(query)
  }

  /** Takes answers away and fetches anew what somebody shows. */
  async resetQueries(filters: QueryFilters): Promise<void> {
    for (const query of this.#queries.findAll(filters)) query.reset()
    await this.refetchQueries(filters)
  }
}
