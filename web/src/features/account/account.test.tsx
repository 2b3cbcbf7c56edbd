import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Lang, translator } from '../../lib/i18n'
import { catalogueNow, type MessageKey } from '../../lib/i18n-catalogue'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { ChangePassword } from './ChangePassword'
import { NewPasswordForm } from './NewPasswordForm'
import { SignInForm } from './SignInForm'
import { SignUpForm } from './SignUpForm'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const csrf = http.get('*/api/get-csrf-token', () => HttpResponse.json({ csrfToken: 'token' }))

function textIn(lang: Lang, key: MessageKey): string {
  return translator(lang, catalogueNow(lang) ?? {})(key)
}

function refuse(status: number, body: Record<string, unknown>) {
  return () => HttpResponse.json({ success: false, message: '', ...body }, { status })
}

test('signing in checks while typing, and says which rule is broken', async () => {
  const { user } = renderUi(<SignInForm onSignedIn={async () => {}} />)
  await user.type(screen.getByLabelText('Username or email'), 'a')
  expect(await screen.findByText('Enter a valid username (3-30 characters) or email')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'short')
  expect(
    await screen.findByText('Password must be 8-30 characters long and alphanumeric'),
  ).toBeTruthy()
})

test('signing in sends remember as the specification writes it, once', async () => {
  const sent: unknown[] = []
  shopServer.use(
    csrf,
    http.post('*/api/user/login', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, code: 'logged_in', message: '', user: {} })
    }),
  )
  // The next screen is on its way and does not come while the test looks.
  const done = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  const { user } = renderUi(<SignInForm onSignedIn={done} />)
  await user.type(screen.getByLabelText('Username or email'), 'layla')
  await user.type(screen.getByLabelText('Password'), 'demo12345')
  await user.click(screen.getByLabelText('Remember me'))
  await user.dblClick(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ username: 'layla', password: 'demo12345', remember: 'remember' }])
})

test('a refused sign-in says so and keeps what was typed', async () => {
  shopServer.use(csrf, http.post('*/api/user/login', refuse(401, { code: 'login_failed' })))
  const { user } = renderUi(<SignInForm onSignedIn={async () => {}} />, { lang: 'arabic' })
  await user.type(screen.getByRole('textbox'), 'layla')
  await user.type(document.querySelector('input[name=password]') as HTMLInputElement, 'wrong12345')
  await user.click(screen.getByRole('button', { name: 'تسجيل الدخول' }))
  await screen.findByText(textIn('arabic', 'error.login_failed'))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('layla')
})

test('an empty form takes people to its first field on the screen', async () => {
  const { user } = renderUi(<SignUpForm onSignedUp={async () => {}} />)
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  await screen.findByText('Full name is required')
  expect(document.activeElement).toBe(screen.getByLabelText('Full name'))
})

test('a name that is taken is said beside its field, which gets the focus', async () => {
  shopServer.use(
    csrf,
    http.post(
      '*/api/user/register',
      refuse(409, { code: 'username_taken', errors: { username: 'username_taken' } }),
    ),
  )
  const { user } = renderUi(<SignUpForm onSignedUp={async () => {}} />)
  await user.type(screen.getByLabelText('Full name'), 'ليلى خوري')
  await user.type(screen.getByLabelText('Username'), 'layla')
  await user.type(screen.getByLabelText('Email'), 'layla@example.com')
  await user.type(screen.getByLabelText('Phone number'), '٠٣١٢٣٤٥٦')
  await user.type(screen.getByLabelText('Password'), 'secret12345')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
  const username = screen.getByLabelText('Username')
  await screen.findByText(textIn('english', 'rule.username_taken'))
  expect(document.activeElement).toBe(username)
})

test('a reset link that was used meanwhile says that the password was changed already', async () => {
  shopServer.use(
    csrf,
    http.put('*/api/user/resetpassword/u1/t1', refuse(400, { code: 'link_invalid' })),
  )
  const { user } = renderUi(<NewPasswordForm userID="u1" token="t1" />)
  await user.type(screen.getByLabelText('New password'), 'secret12345')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText('Password already changed.')).toBeTruthy()
})

test('another password is sent with the current one, and the fields are empty afterwards', async () => {
  let sent: unknown
  shopServer.use(
    csrf,
    http.put('*/api/user/password', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, code: 'password_set', message: '' })
    }),
  )
  const done = vi.fn<() => Promise<void>>(async () => {})
  const { user } = renderUi(<ChangePassword onChanged={done} />)
  await user.type(screen.getByLabelText('Current password'), 'demo12345')
  await user.type(screen.getByLabelText('New password'), 'Labneh2Toum')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Your password has been changed')).toBeTruthy()
  expect(sent).toEqual({ password: 'demo12345', new_password: 'Labneh2Toum' })
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  expect(done).toHaveBeenCalledOnce()
})

test('a wrong current password is said beside its field', async () => {
  shopServer.use(
    csrf,
    http.put(
      '*/api/user/password',
      refuse(403, { code: 'password_wrong', errors: { password: 'password_wrong' } }),
    ),
  )
  const { user } = renderUi(<ChangePassword onChanged={async () => {}} />)
  await user.type(screen.getByLabelText('Current password'), 'wrong12345')
  await user.type(screen.getByLabelText('New password'), 'Labneh2Toum')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText(textIn('english', 'rule.password_wrong'))
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
})
