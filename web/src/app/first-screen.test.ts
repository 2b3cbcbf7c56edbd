import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as analytics from '../lib/analytics'
import { loadFirstScreen } from './first-screen'
import { rowOf } from './route-table'
import { PreHydrationInput } from './pre-hydration-input'
import { ScreenChunks } from './screen-chunks'

const row = rowOf('/')
const chunk = { default: () => null }
const input = new PreHydrationInput(document.createElement('div'))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(analytics, 'reportMissingChunk').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const notice = document.createElement('div')
  notice.id = 'start-failed'
  notice.hidden = true
  document.body.replaceChildren(notice)
})
afterEach(() => vi.useRealTimers())

function begin(rendered: boolean) {
  const done = vi.fn<() => void>()
  void loadFirstScreen(new ScreenChunks(), { rendered, input }).then(done)
  return done
}

test('a rendered page waits for its chunk, however often it fails', async () => {
  const load = vi.spyOn(row, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const done = begin(true)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(load.mock.calls.length).toBeGreaterThan(20)
  expect(done).not.toHaveBeenCalled()
  load.mockResolvedValue(chunk)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(done).toHaveBeenCalledOnce()
})

test('when the chunk fails, the loader of the page sees to its files, and its word that they are there counts', async () => {
  const load = vi.spyOn(row, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const recover = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const root = Object.assign(document.createElement('div'), { id: 'root', recover })
  document.body.append(root)
  begin(true)
  await vi.advanceTimersByTimeAsync(60_000)
  // Three tries take 2.5 s; a second later come the next ones, however often it failed.
  expect(recover.mock.calls.length).toBeGreaterThan(12)
  expect(load.mock.calls.length).toBeGreaterThan(36)
})

test('loading is tried again as soon as the line is back', async () => {
  const load = vi.spyOn(row, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const done = begin(true)
  await vi.advanceTimersByTimeAsync(60_000)
  load.mockResolvedValue(chunk)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(done).toHaveBeenCalledOnce()
})

test('a page without a screen begins without its chunk: the application says what is missing', async () => {
  vi.spyOn(row, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const done = begin(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(done).toHaveBeenCalledOnce()
  expect(document.getElementById('start-failed')?.hidden).toBe(true)
})
