import { loadChunk } from '../lib/chunk'
import type { ScreenModule, RouteRow } from './route-row'

/** How far a chunk has come. */
type ChunkState =
  | { status: 'loading' }
  | { status: 'ready'; chunk: ScreenModule }
  | { status: 'failed'; failure: unknown }

type Loadable = Pick<RouteRow, 'chunk' | 'load' | 'criticalMessages'>

const loading: ChunkState = { status: 'loading' }

/** The lazily loaded chunks of one page; each is loaded once. */
export class ScreenChunks {
  readonly #states = new Map<string, ChunkState>()
  readonly #waiting = new Map<string, Promise<void>>()
  readonly #listeners = new Set<() => void>()
  readonly #loadTexts: () => Promise<unknown>

  /** `loadTexts` fetches the texts that most screens need beyond those of the first ones. */
  constructor(loadTexts: () => Promise<unknown> = () => Promise.resolve()) {
    this.#loadTexts = loadTexts
  }

  /** How far the chunk of a row has come; does not start anything. */
  state(row: Loadable): ChunkState {
    return this.#states.get(row.chunk) ?? loading
  }

  /** Puts a chunk in place that is here already; the page renderer has nothing to load from. */
  put(name: string, chunk: ScreenModule): void {
    this.#states.set(name, { status: 'ready', chunk })
  }

  /** Loads the chunk of a row unless it is there or on its way. Never rejects: see `state`. */
  load(row: Loadable): Promise<void> {
    if (this.state(row).status === 'ready') return Promise.resolve()
    const underWay = this.#waiting.get(row.chunk)
    if (underWay !== undefined) return underWay
    this.#set(row, loading)
    const done = loadChunk(row.chunk, () => this.#fetch(row))
      .then(
        (chunk) => this.#set(row, { status: 'ready', chunk }),
        (failure: unknown) => this.#set(row, { status: 'failed', failure }),
      )
      .finally(() => this.#waiting.delete(row.chunk))
    this.#waiting.set(row.chunk, done)
    return done
  }

  /** Calls back after every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #fetch(row: Loadable): Promise<ScreenModule> {
    const [chunk] = await Promise.all([
      row.load(),
      row.criticalMessages ? undefined : this.#loadTexts(),
    ])
    return chunk
  }

  #set(row: Loadable, state: ChunkState): void {
    this.#states.set(row.chunk, state)
    for (const listener of this.#listeners) listener()
  }
}
