/** How something is changed on the server, and what follows. */
export interface MutationOptions<Data, Variables> {
  mutationKey?: readonly unknown[]
  mutationFn: (variables: Variables) => Promise<Data>
  /** Changes with the same scope are sent one after the other. */
  scope?: { id: string }
  /** Before it is sent; a change that waits for its turn has gone through it. A promise is waited for. */
  onMutate?: ((variables: Variables) => unknown) | undefined
  /** These are waited for as well: the change is under way until they are done. One that throws makes it fail. */
  onSuccess?: ((data: Data, variables: Variables) => unknown) | undefined
  onError?: ((error: Error, variables: Variables) => unknown) | undefined
  onSettled?:
    | ((data: Data | undefined, error: Error | null, variables: Variables) => unknown)
    | undefined
}

/** How far a change is. */
export interface MutationState<Data = unknown, Variables = unknown> {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly data: Data | undefined
  readonly error: Error | null
  readonly variables: Variables | undefined
}

/** No change was made yet. */
export const idleMutation = {
  status: 'idle',
  data: undefined,
  error: null,
  variables: undefined,
} as const

/** What a change needs of the cache that lists it. */
export interface MutationHolder {
  add: (mutation: Mutation) => Promise<unknown> | undefined
  has: (mutation: Mutation) => boolean
  remove: (mutation: Mutation) => void
}

/**
 * One change. It is never sent again by itself, and without a line it fails at once instead of waiting in secret. What
 * was sent, which may be a password, is in the cache only while the change is under way.
 */
export class Mutation<Data = unknown, Variables = unknown> {
  state: MutationState<Data, Variables> = idleMutation
  options: MutationOptions<Data, Variables>
  /** Done when the next change of the scope may be sent. */
  readonly done: Promise<void>
  readonly #holder: MutationHolder
  readonly #onChange: () => void
  #finish = () => {}

  constructor(
    holder: MutationHolder,
    options: MutationOptions<Data, Variables>,
    onChange: () => void,
  ) {
    this.#holder = holder
    this.options = options
    this.#onChange = onChange
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  /** Sends it when its turn comes; never when the cache was cleared before that. */
  async execute(variables: Variables): Promise<Data> {
    this.#set({ ...idleMutation, status: 'pending', variables })
    const turn = this.#holder.add(this as Mutation)
    try {
      await this.options.onMutate?.(variables)
      await turn
      if (!this.#holder.has(this as Mutation)) return await new Promise(() => {})
      const data = await this.options.mutationFn(variables)
      await this.options.onSuccess?.(data, variables)
      await this.options.onSettled?.(data, null, variables)
      this.#set({ status: 'success', data })
      return data
    } catch (failure) {
      const error = failure as Error
      await reported(() => this.options.onError?.(error, variables))
      await reported(() => this.options.onSettled?.(undefined, error, variables))
      this.#set({ status: 'error', error })
      throw error
    } finally {
      this.#holder.remove(this as Mutation)
      this.#finish()
    }
  }

  #set(changed: Partial<MutationState<Data, Variables>>): void {
    this.state = { ...this.state, ...changed }
    this.#onChange()
  }
}

/** What goes wrong while a failure is handled must not hide it: it is reported as an error of its own. */
async function reported(handle: () => unknown): Promise<void> {
  try {
    await handle()
  } catch (error) {
    void Promise.reject(error)
  }
}
