import type { Mutation, MutationHolder } from './mutation'
import { notifyLater } from './notify'
import { beginsWith } from './query-key'

/** Which changes are meant: those that all conditions fit. */
export interface MutationFilters {
  /** The beginning of their keys; one without a key does not fit. */
  mutationKey?: readonly unknown[]
  predicate?: (mutation: Mutation) => boolean
}

/** The changes under way, in the order in which they were made. */
export class MutationCache implements MutationHolder {
  readonly #mutations = new Set<Mutation>()
  readonly #listeners = new Set<() => void>()

  /** Gives what a change waits for before it is sent: the one before it in its scope. */
  add(mutation: Mutation): Promise<void> | undefined {
    const { scope } = mutation.options
    const before = this.findAll({
      predicate: ({ options }) => scope !== undefined && options.scope?.id === scope.id,
    })
    this.#mutations.add(mutation)
    this.#notify()
    return before.at(-1)?.done
  }

  has(mutation: Mutation): boolean {
    return this.#mutations.has(mutation)
  }

  remove(mutation: Mutation): void {
    this.#mutations.delete(mutation)
    this.#notify()
  }

  /** Forgets all changes: what is sent already goes on, what waits for its turn is never sent. */
  clear(): void {
    this.#mutations.clear()
    this.#notify()
  }

  findAll({ mutationKey, predicate = () => true }: MutationFilters): Mutation[] {
    return [...this.#mutations].filter(
      (mutation) =>
        (mutationKey === undefined ||
          beginsWith(mutation.options.mutationKey ?? [], mutationKey)) &&
        predicate(mutation),
    )
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) notifyLater(listener)
  }
}
