import { canFetch, isVisible } from './page-state'
import type { QueryContext, QueryOptions, QueryState } from './query-options'

/** A fetch under way. */
export interface Attempts<Data> {
  /** The answer, or whatever `end` was given. */
  readonly promise: Promise<Data>
  /** The attempt under way has read its signal. */
  isAbortable: boolean
  /** Nobody needs the answer any more: the attempt under way is the last. */
  isLast: boolean
  /** Goes on if it waits for the reader or the line and they are back. */
  wake: () => void
  /** Repeats at once what failed, without the wait before it. */
  hurry: () => void
  /** Calls it off; what the attempt under way still brings is ignored. */
  end: (outcome: Data | Promise<Data>) => void
}

const DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

/** Asks until there is an answer, a failure is final or the fetch is called off; `update` hears how it goes. */
export function startAttempts<Data>(
  { queryFn, retry, retryDelay, networkMode }: QueryOptions<Data>,
  client: QueryContext['client'],
  update: (changed: Partial<QueryState<Data>>) => void,
): Attempts<Data> {
  const abort = new AbortController()
  let isOver = false
  let settle: Attempts<Data>['end'] = () => {}
  const attempts: Attempts<Data> = {
    promise: new Promise((resolve) => {
      settle = resolve
    }),
    isAbortable: false,
    isLast: false,
    wake: () => {},
    hurry: () => {},
    end: (outcome) => {
      attempts.isLast = isOver = true
      settle(outcome)
      abort.abort()
      attempts.wake()
    },
  }

  const canStart = () => canFetch(networkMode)
  const canRetry = () => isVisible() && canStart()

  async function ask(): Promise<Data> {
    attempts.isAbortable = false
    const data = await queryFn?.({
      client,
      get signal() {
        attempts.isAbortable = true
        return abort.signal
      },
    })
    if (data === undefined) throw new Error('No answer')
    return data
  }

  async function waitFor(delay: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay)
      attempts.hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function waitUntil(ready: () => boolean): Promise<void> {
    if (isOver || ready()) return
    update({ fetchStatus: 'paused' })
    await new Promise<void>((resolve) => {
      attempts.wake = () => {
        if (isOver || ready()) resolve()
      }
    })
    if (!isOver) update({ fetchStatus: 'fetching' })
  }

  /** The first attempt begins at once, in the call that asks for the answer. */
  async function run(): Promise<void> {
    if (!canStart()) await waitUntil(canStart)
    for (let failures = 0; ; failures += 1) {
      if (isOver) return
      const asked = ask()
      try {
        return settle(await asked)
      } catch (failure) {
        const error = failure as Error
        const again =
          typeof retry === 'function'
            ? retry(failures, error)
            : retry === true || failures < Number(retry ?? 0)
        if (again && !attempts.isLast) {
          const delay =
            typeof retryDelay === 'function'
              ? retryDelay(failures, error)
              : (retryDelay ?? Math.min(DELAY_MS * 2 ** failures, LONGEST_DELAY_MS))
          update({ failureCount: failures + 1 })
          await waitFor(delay)
          await waitUntil(canRetry)
        }
        if (!again || attempts.isLast) return settle(asked)
      }
    }
  }
  void run()
  return attempts
}
