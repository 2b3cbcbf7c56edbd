import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { SignInForm } from './SignInForm'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

/** Signing in as somebody whose app shows 123456 now; `sent` collects the requests. */
function login(sent: unknown[] = []) {
  return http.post('*/api/user/login', async ({ request }) => {
    const body = (await request.json()) as { code?: string }
    sent.push(body)
    if (body.code === '123456') {
      return HttpResponse.json({ success: true, code: 'logged_in', message: '', user: {} })
    }
    const code = body.code === undefined ? 'code_needed' : 'wrong_code'
    return HttpResponse.json({ success: false, code, message: '' }, { status: 401 })
  })
}

async function upToTheCode(onSignedIn: () => Promise<void> = async () => {}) {
  const { user } = renderUi(<SignInForm onSignedIn={onSignedIn} />)
  await user.type(screen.getByLabelText('Username or email'), 'layla')
  await user.type(screen.getByLabelText('Password'), 'demo12345')
  await user.click(screen.getByLabelText('Remember me'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return { user, code: await screen.findByLabelText<HTMLInputElement>('Code from your app') }
}

test('the code is asked for with the focus in its field, in words that are read aloud', async () => {
  shopServer.use(login())
  const { code } = await upToTheCode()
  expect(document.activeElement).toBe(code)
  expect(code.inputMode).toBe('numeric')
  expect(code.autocomplete).toBe('one-time-code')
  expect(code.dir).toBe('ltr')
  expect(screen.getByText(/^One more step/).getAttribute('aria-live')).toBe('polite')
  expect(screen.getByText(/a recovery code works too/)).toBeTruthy()
})

test('the code, also in Arabic digits, is sent with the same name and password', async () => {
  const sent: unknown[] = []
  shopServer.use(login(sent))
  const done = vi.fn<() => Promise<void>>(async () => {})
  const { user, code } = await upToTheCode(done)
  await user.type(code, '١٢٣ ٤٥٦{Enter}')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  const credentials = { username: 'layla', password: 'demo12345', remember: 'remember' }
  expect(sent).toEqual([credentials, { ...credentials, code: '123456' }])
})

test('a wrong code is said beside its field and selected, so that the next replaces it', async () => {
  shopServer.use(login())
  const done = vi.fn<() => Promise<void>>(async () => {})
  const { user, code } = await upToTheCode(done)
  await user.type(code, '000000{Enter}')
  await screen.findByText(/^This code is not right/)
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect([document.activeElement, code.selectionStart, code.selectionEnd]).toEqual([code, 0, 6])
  await user.keyboard('123456{Enter}')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})

test('an empty code is not sent', async () => {
  const sent: unknown[] = []
  shopServer.use(login(sent))
  const { user } = await upToTheCode()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter the code')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('for a recovery code the field is empty again and a phone shows its letters', async () => {
  shopServer.use(login())
  const { user, code } = await upToTheCode()
  await user.type(code, '000000{Enter}')
  await screen.findByText(/^This code is not right/)
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const recovery = screen.getByLabelText<HTMLInputElement>('Recovery code')
  expect(document.activeElement).toBe(recovery)
  expect(recovery.inputMode).toBe('text')
  expect(recovery.value).toBe('')
  expect(screen.queryByText(/^This code is not right/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use the code from my app' }))
  expect(screen.getByLabelText<HTMLInputElement>('Code from your app').inputMode).toBe('numeric')
})

test('the way back leads to name and password as they were typed', async () => {
  shopServer.use(login())
  const { user } = await upToTheCode()
  await user.click(screen.getByRole('button', { name: 'Change username or password' }))
  const name = screen.getByLabelText<HTMLInputElement>('Username or email')
  expect(name.value).toBe('layla')
  expect(document.activeElement).toBe(name)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('demo12345')
  expect(screen.getByLabelText<HTMLInputElement>('Remember me').checked).toBe(true)
  expect(screen.queryByText(/^One more step/)).toBeNull()
})

test('too many attempts are said above the field', async () => {
  shopServer.use(login())
  const { user, code } = await upToTheCode()
  shopServer.use(
    http.post('*/api/user/login', () =>
      HttpResponse.json({ success: false, code: 'rate_limited', message: '' }, { status: 429 }),
    ),
  )
  await user.type(code, '000000{Enter}')
  expect(await screen.findByText(/^Too many attempts/)).toBeTruthy()
})
