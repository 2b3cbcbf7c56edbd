import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { DevicesPanel } from './DevicesPanel'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const seen = '2026-11-15T10:00:00Z'

function devices(count: number) {
  return Array.from({ length: count }, (_, place) => ({
    id: String(place),
    device: `Device ${place}`,
    created_at: seen,
    last_seen_at: seen,
    expires_at: seen,
    current: place === count - 1,
  }))
}

function show(count: number, onSignedOut = () => {}) {
  return renderUi(
    <DevicesPanel
      devices={devices(count)}
      failed={false}
      retry={() => {}}
      onSignedOut={onSignedOut}
    />,
  )
}

test('of many sessions this one and the newest are shown, and the others when asked for', async () => {
  const { user } = show(12)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('This device')
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('a few need no button', () => {
  show(5)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('signing out everywhere asks for the password and says what is wrong with it', async () => {
  const asked: unknown[] = []
  let refusal: Record<string, unknown> | null = {
    code: 'password_wrong',
    errors: { password: 'password_wrong' },
  }
  shopServer.use(
    http.delete('*/api/user/sessions', async ({ request }) => {
      asked.push(await request.json())
      if (refusal === null) return HttpResponse.json({ success: true, code: 'sessions_ended' })
      const status = refusal['code'] === 'rate_limited' ? 429 : 403
      return HttpResponse.json({ success: false, message: '', ...refusal }, { status })
    }),
  )
  const left = vi.fn<() => void>()
  const { user } = show(2, left)
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Sign out everywhere' }))
  const password = dialog.getByLabelText('Enter your password to confirm')
  expect(document.activeElement).toBe(password)
  await user.type(password, 'wrong12345{Enter}')
  expect(await dialog.findByText('The password is not correct')).toBeTruthy()
  expect(password.getAttribute('aria-invalid')).toBe('true')

  refusal = { code: 'rate_limited' }
  await user.type(password, '6')
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Too many attempts')
  expect(left).not.toHaveBeenCalled()

  refusal = null
  await user.clear(password)
  await user.type(password, 'demo12345{Enter}')
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  expect(asked.at(-1)).toEqual({ password: 'demo12345' })
})
