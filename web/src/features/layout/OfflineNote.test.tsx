import { act, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchConnection } from '../../lib/connection'
import { renderUi } from '../../test-setup/render-ui'
import { ConnectionRegion } from './ConnectionRegion'
import { OfflineNote } from './OfflineNote'

const worker = new EventTarget()
const onRefresh = vi.fn<() => void>()

beforeAll(() => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  watchConnection(onRefresh)
})
afterEach(() => say({ type: 'refreshed', address: '/' }))

const note = (sessionTrouble: boolean) => (
  <ConnectionRegion>
    <OfflineNote sessionTrouble={sessionTrouble} />
  </ConnectionRegion>
)

/** The service worker tells the page something. */
function say(data: Record<string, unknown>) {
  act(() => void worker.dispatchEvent(new MessageEvent('message', { data })))
}

test.each([
  [10_000, 'english', 'Saved copy, less than a minute old'],
  [5 * 60_000, 'english', 'Saved copy, 5 minutes old'],
  [60 * 60_000, 'english', 'Saved copy, 1 hour old'],
  [49 * 3_600_000, 'english', 'Saved copy, 2 days old'],
  [5 * 60_000, 'arabic', 'نسخة محفوظة منذ 5 دقائق'],
  [2 * 60_000, 'arabic', 'نسخة محفوظة منذ دقيقتين'],
] as const)('a stored copy of %i ms says its age in %s', (age, lang, text) => {
  renderUi(note(false), { lang })
  say({ type: 'saved-copy', address: '/about', savedAt: Date.now() - age })
  expect(screen.getByText(text).closest('[role=status]')).not.toBeNull()
})

test('the note of a stored copy goes when the answer comes, which is then asked for', () => {
  onRefresh.mockClear()
  renderUi(note(false))
  say({ type: 'saved-copy', address: '/about', savedAt: Date.now() })
  say({ type: 'connection', reached: true })
  expect(screen.getByText(/Saved copy/)).toBeTruthy()
  expect(onRefresh).not.toHaveBeenCalled()
  say({ type: 'refreshed', address: '/about' })
  expect(screen.queryByText(/Saved copy/)).toBeNull()
  expect(onRefresh).toHaveBeenCalledOnce()
})

test('can be closed, and comes back with the next loss', async () => {
  const { user } = renderUi(note(false))
  act(() => void window.dispatchEvent(new Event('offline')))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/You are offline/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
})

test('says that the line is gone, and is gone itself when it is back', () => {
  renderUi(note(false))
  expect(screen.queryByText(/You are offline/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You are offline/).closest('[role=status]')).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText(/You are offline/)).toBeNull()
})

test('says that the session could not be checked, unless the line is gone altogether', () => {
  renderUi(note(true))
  expect(screen.getByText(/could not check whether you are signed in/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.queryByText(/could not check/)).toBeNull()
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
})
