import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { SignInForm } from './SignInForm'

vi.mock('./ResetRequestDialog', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
vi.mock('./SignInCode', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

test('signing in survives that a part of it does not arrive', async () => {
  shopServer.use(
    http.get('*/api/get-csrf-token', () => HttpResponse.json({ csrfToken: 'token' })),
    http.post('*/api/user/login', () =>
      HttpResponse.json({ success: false, code: 'code_needed', message: '' }, { status: 401 }),
    ),
  )
  const { user } = renderUi(<SignInForm onSignedIn={async () => {}} />)
  await user.type(screen.getByLabelText('Username or email'), 'layla')
  await user.type(screen.getByLabelText('Password'), 'demo12345')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const patience = { timeout: 10_000 }
  expect(
    await screen.findByText('Part of this page could not be loaded', {}, patience),
  ).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('An error occurred', {}, patience)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Username or email').value).toBe('layla')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('demo12345')
})
