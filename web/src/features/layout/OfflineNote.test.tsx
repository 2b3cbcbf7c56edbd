import { act, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { watchConnection } from '../../lib/connection'
import { renderUi } from '../../test-setup/render-ui'
import { OfflineNote } from './OfflineNote'

beforeAll(() => watchConnection())

test('can be closed, and comes back with the next loss', async () => {
  const { user } = renderUi(<OfflineNote />)
  act(() => void window.dispatchEvent(new Event('offline')))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/You are offline/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
})

test('says that the line is gone, and is gone itself when it is back', () => {
  renderUi(<OfflineNote />)
  expect(screen.queryByText(/You are offline/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You are offline/).closest('[role=status]')).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByText(/You are offline/)).toBeNull()
})
