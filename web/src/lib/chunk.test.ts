import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import shop from '../../../contract/shop.json'
import * as analytics from './analytics'
import { ChunkLoadError, loadChunk } from './chunk'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(analytics, 'reportMissingPiece').mockImplementation(() => {})
})
afterEach(() => vi.useRealTimers())

test('gives the piece and reports nothing', async () => {
  await expect(loadChunk('user-cart', () => Promise.resolve('piece'))).resolves.toBe('piece')
  expect(analytics.reportMissingPiece).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a piece that cannot be fetched is missing, by its name', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const failure: unknown = await loadChunk('user-cart', () => Promise.reject(cause)).catch((e) => e)
  expect(failure).toBeInstanceOf(ChunkLoadError)
  expect(failure).toMatchObject({
    name: 'ChunkLoadError',
    piece: 'user-cart',
    type: 'missing',
    cause,
  })
  expect(analytics.reportMissingPiece).toHaveBeenCalledExactlyOnceWith('user-cart', 'missing')
})

test('a piece that takes longer than 120 seconds is a time-out', async () => {
  expect(shop.chunk_timeout_seconds).toBe(120)
  const outcome = loadChunk('home', () => new Promise(() => {})).catch((e: unknown) => e)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(analytics.reportMissingPiece).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ piece: 'home', type: 'timeout' })
  expect(analytics.reportMissingPiece).toHaveBeenCalledExactlyOnceWith('home', 'timeout')
})
