import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import shop from '../../../contract/shop.json'
import * as analytics from './analytics'
import { ChunkLoadError, loadChunk } from './chunk'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(analytics, 'reportMissingChunk').mockImplementation(() => {})
})
afterEach(() => vi.useRealTimers())

test('gives the chunk and reports nothing', async () => {
  await expect(loadChunk('user-cart', () => Promise.resolve('chunk'))).resolves.toBe('chunk')
  expect(analytics.reportMissingChunk).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a chunk that cannot be fetched is missing, by its name', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const outcome = loadChunk('user-cart', () => Promise.reject(cause)).catch((e: unknown) => e)
  await vi.runAllTimersAsync()
  const failure = await outcome
  expect(failure).toBeInstanceOf(ChunkLoadError)
  expect(failure).toMatchObject({
    name: 'ChunkLoadError',
    chunk: 'user-cart',
    type: 'missing',
    cause,
  })
  expect(analytics.reportMissingChunk).toHaveBeenCalledExactlyOnceWith('user-cart', 'missing')
})

test('a chunk that fails is asked for again, after longer and longer pauses', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('chunk')
  const outcome = loadChunk('user-cart', load)
  await vi.advanceTimersByTimeAsync(500)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1999)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  await expect(outcome).resolves.toBe('chunk')
  expect(analytics.reportMissingChunk).not.toHaveBeenCalled()
})

test('a chunk that takes longer than 120 seconds is a time-out', async () => {
  expect(shop.chunk_timeout_seconds).toBe(120)
  const outcome = loadChunk('home', () => new Promise(() => {})).catch((e: unknown) => e)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(analytics.reportMissingChunk).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ chunk: 'home', type: 'timeout' })
  expect(analytics.reportMissingChunk).toHaveBeenCalledExactlyOnceWith('home', 'timeout')
})
