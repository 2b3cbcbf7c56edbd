import shop from '../../../contract/shop.json'
import { reportMissingChunk } from './analytics'

const CHUNK_TIMEOUT_MS = shop.chunk_timeout_seconds * 1000

/** Why a lazily loaded chunk did not arrive. */
type ChunkFailure = 'timeout' | 'missing'

/** A lazily loaded chunk that did not arrive, with its name and the reason. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'

  constructor(
    readonly chunk: string,
    readonly type: ChunkFailure,
    cause?: unknown,
  ) {
    super(`Loading chunk ${chunk} failed (${type})`, { cause })
  }
}

/** A file that does not arrive is asked for again after these pauses; many browsers remember that it failed. */
const RETRY_AFTER_MS = [500, 2000]

/**
 * Loads a chunk, or fails with a ChunkLoadError: `timeout` when it took too long, `missing` when
 * it could not be fetched or run, retries included. Every failure is reported once.
 */
export function loadChunk<T>(
  chunk: string,
  load: () => Promise<T>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs)
  })
  const arrived = withRetries(load, () => timer === undefined).catch((cause: unknown) => {
    throw new ChunkLoadError(chunk, 'missing', cause)
  })
  return Promise.race([arrived, late])
    .catch((failure: unknown) => {
      if (failure instanceof ChunkLoadError) {
        reportMissingChunk(failure.chunk, failure.type)
      }
      throw failure
    })
    .finally(() => {
      clearTimeout(timer)
      timer = undefined
    })
}

async function withRetries<T>(load: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (const pause of RETRY_AFTER_MS) {
    try {
      return await load()
    } catch (failure) {
      if (isOver()) throw failure
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return load()
}
