import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import type { Passkeys } from './api'
import { PasskeyOffer } from './PasskeyOffer'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  shopServer.resetHandlers()
  vi.unstubAllGlobals()
  localStorage.clear()
})
afterAll(() => shopServer.close())

const OFFER = 'Set one up'

/** A browser that can use passkeys, and what the server says of this person. */
function show(some: Partial<Passkeys> = {}) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { parseRequestOptionsFromJSON: () => ({}) }),
  )
  const asked = vi.fn<() => void>()
  shopServer.use(
    http.get('*/api/user/passkeys', () => {
      asked()
      return HttpResponse.json({
        success: true,
        passkeys: [],
        available: true,
        offered: true,
        required: false,
        enrolment: false,
        code_needed: false,
        ...some,
      })
    }),
  )
  return { ...renderUi(<PasskeyOffer />), asked }
}

test('people who work here are offered a passkey until they say no', async () => {
  const { user, unmount } = show()
  const link = await screen.findByRole('link', { name: OFFER })
  expect(link.getAttribute('href')).toBe('/user/account#passkeys')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('link', { name: OFFER })).toBeNull()
  unmount()
  const { asked } = show()
  expect(screen.queryByRole('link', { name: OFFER })).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test('customers and those who have one see nothing', async () => {
  for (const some of [
    { offered: false },
    { available: false },
    {
      passkeys: [
        { id: 'a', name: 'Phone', created_at: '2026-11-16T10:00:00Z', last_used_at: null },
      ],
    },
  ]) {
    const { asked, unmount } = show(some)
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(screen.queryByRole('link', { name: OFFER })).toBeNull()
    unmount()
  }
})
