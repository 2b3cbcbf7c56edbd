import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  idleMutation,
  Mutation,
  type MutationHolder,
  type MutationOptions,
  type MutationState,
} from './mutation'
import { notifyLater } from './notify'
import { useQueryClient } from './QueryClientProvider'

/** The change that a component made last. */
class LastMutation<Data, Variables> {
  options: MutationOptions<Data, Variables>
  readonly #holder: MutationHolder
  #mutation: Mutation<Data, Variables> | undefined
  #listener: (() => void) | undefined

  constructor(holder: MutationHolder, options: MutationOptions<Data, Variables>) {
    this.#holder = holder
    this.options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener
    return () => {
      this.#listener = undefined
    }
  }

  getState = (): MutationState<Data, Variables> => this.#mutation?.state ?? idleMutation

  /** A change under way ends with what the component last rendered; earlier ones with what it rendered then. */
  setOptions(options: MutationOptions<Data, Variables>): void {
    this.options = options
    if (this.#mutation?.state.status === 'pending') this.#mutation.options = options
  }

  mutateAsync = (variables: Variables): Promise<Data> => {
    this.#mutation = new Mutation(this.#holder, this.options, this.#notify)
    return this.#mutation.execute(variables)
  }

  mutate = (variables: Variables): void => {
    this.mutateAsync(variables).catch(() => {})
  }

  /** Takes what became of the change off the screen; the change itself goes on. */
  reset = (): void => {
    this.#mutation = undefined
    this.#notify()
  }

  #notify = (): void => {
    if (this.#listener !== undefined) notifyLater(this.#listener)
  }
}

/** The change that a component made last, and how to make one. */
export interface UseMutationResult<Data, Variables> extends MutationState<Data, Variables> {
  isPending: boolean
  /** Makes a change; `onError` hears of a failure. */
  mutate: (variables: Variables) => void
  /** The same, for who waits for the answer. */
  mutateAsync: (variables: Variables) => Promise<Data>
  reset: () => void
}

/** One kind of change that a component makes. */
export function useMutation<Data, Variables = void>(
  options: MutationOptions<Data, Variables>,
): UseMutationResult<Data, Variables> {
  const client = useQueryClient()
  const [last] = useState(() => new LastMutation(client.getMutationCache(), options))
  useEffect(() => last.setOptions(options))
  const state = useSyncExternalStore(last.subscribe, last.getState, last.getState)
  const { mutate, mutateAsync, reset } = last
  return { ...state, isPending: state.status === 'pending', mutate, mutateAsync, reset }
}
