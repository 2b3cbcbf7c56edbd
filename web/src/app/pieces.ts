import { loadChunk } from '../lib/chunk'
import type { PieceModule, RouteRow } from './routes'

/** How far a piece has come. */
export type PieceState =
  | { status: 'loading' }
  | { status: 'ready'; piece: PieceModule }
  | { status: 'failed'; failure: unknown }

type Loadable = Pick<RouteRow, 'piece' | 'load' | 'firstTexts'>

const loading: PieceState = { status: 'loading' }

/** The lazily loaded pieces of one page, each loaded once and kept. */
export class Pieces {
  readonly #states = new Map<string, PieceState>()
  readonly #waiting = new Map<string, Promise<void>>()
  readonly #listeners = new Set<() => void>()
  readonly #loadTexts: () => Promise<unknown>

  /** `loadTexts` fetches the texts that most screens need beyond those of the first ones. */
  constructor(loadTexts: () => Promise<unknown> = () => Promise.resolve()) {
    this.#loadTexts = loadTexts
  }

  /** How far the piece of a row has come; does not start anything. */
  state(row: Loadable): PieceState {
    return this.#states.get(row.piece) ?? loading
  }

  /** Puts a piece in place that is here already; the page renderer has nothing to load from. */
  put(name: string, piece: PieceModule): void {
    this.#states.set(name, { status: 'ready', piece })
  }

  /** Loads the piece of a row unless it is there or on its way. Never rejects: see `state`. */
  load(row: Loadable): Promise<void> {
    if (this.state(row).status === 'ready') return Promise.resolve()
    const underWay = this.#waiting.get(row.piece)
    if (underWay !== undefined) return underWay
    this.#set(row, loading)
    const done = loadChunk(row.piece, () => this.#fetch(row))
      .then(
        (piece) => this.#set(row, { status: 'ready', piece }),
        (failure: unknown) => this.#set(row, { status: 'failed', failure }),
      )
      .finally(() => this.#waiting.delete(row.piece))
    this.#waiting.set(row.piece, done)
    return done
  }

  /** Calls back after every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #fetch(row: Loadable): Promise<PieceModule> {
    const [piece] = await Promise.all([row.load(), row.firstTexts ? undefined : this.#loadTexts()])
    return piece
  }

  #set(row: Loadable, state: PieceState): void {
    this.#states.set(row.piece, state)
    for (const listener of this.#listeners) listener()
  }
}
