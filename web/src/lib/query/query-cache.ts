import { Query, type QueryHolder } from './query'
import { beginsWith, hashKey } from './query-key'
import type { AnswerWriter, QueryKey, QueryOptions } from './query-options'

/** Which queries are meant: those that all conditions fit; all without any. */
export interface QueryFilters {
  /** The beginning of their keys. */
  queryKey?: QueryKey
  /** Whether somebody wants their answer now. */
  type?: 'active' | 'inactive'
  predicate?: (query: Query) => boolean
}

/** The answers of one page, by their keys. */
export class QueryCache implements QueryHolder {
  readonly client: AnswerWriter
  readonly #queries = new Map<string, Query>()
  readonly #listeners = new Set<() => void>()

  constructor(client: AnswerWriter) {
    this.client = client
  }

  get<Data>(key: QueryKey): Query<Data> | undefined {
    return this.#queries.get(hashKey(key)) as Query<Data> | undefined
  }

  /** The query with that key, new if there is none yet. */
  build<Data>(options: QueryOptions<Data>): Query<Data> {
    const found = this.get<Data>(options.queryKey)
    if (found !== undefined) return found
    const query = new Query<Data>(this, hashKey(options.queryKey), options)
    this.#queries.set(query.hash, query as Query)
    this.notify()
    return query
  }

  /** Whoever shows its answer goes on showing it until rendered again. */
  remove(query: Query): void {
    query.destroy()
    if (this.#queries.get(query.hash) === query) this.#queries.delete(query.hash)
    this.notify()
  }

  findAll({ queryKey = [], type, predicate }: QueryFilters = {}): Query[] {
    return [...this.#queries.values()].filter(
      (query) =>
        beginsWith(query.queryKey, queryKey) &&
        (type === undefined || query.isActive() === (type === 'active')) &&
        (predicate === undefined || predicate(query)),
    )
  }

  /** Hears of every change of every answer, at once. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
