import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { AccountForm } from './AccountForm'
import { EmailChangeView } from './EmailChangeView'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const csrf = http.get('*/api/get-csrf-token', () => HttpResponse.json({ csrfToken: 'token' }))
const account = {
  full_name: 'Layla Haddad',
  username: 'layla',
  email: 'layla@example.com',
  phone_nb: '03123456',
}
const change = {
  success: true,
  email: 'layla@example.com',
  new_email: 'thief@example.net',
  approvable: true,
  restorable: true,
}

test('a change that waits for the old address can be agreed to or taken back', async () => {
  shopServer.use(
    csrf,
    http.put('*/api/user/email-change/t1', () =>
      HttpResponse.json({ success: true, code: 'email_approved_waits', message: '' }),
    ),
    http.delete('*/api/user/email-change/t1', () =>
      HttpResponse.json({
        success: true,
        code: 'email_restored',
        message: '',
        user: 'u1',
        token: 'r1',
      }),
    ),
  )
  const approved = vi.fn<(code: string) => void>()
  const undone = vi.fn<(link: { user: string; token: string }) => void>()
  const { user } = renderUi(
    <EmailChangeView
      token="t1"
      change={change}
      approved={null}
      onApproved={approved}
      onUndone={undone}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Yes, change it' }))
  await waitFor(() => expect(approved.mock.calls[0]?.[0]).toBe('email_approved_waits'))
  await user.click(screen.getByRole('button', { name: 'It was not me: undo the change' }))
  await waitFor(() => expect(undone.mock.calls[0]?.[0]).toMatchObject({ user: 'u1', token: 'r1' }))
})

test('a change that took effect can only be taken back', () => {
  renderUi(
    <EmailChangeView
      token="t1"
      change={{ ...change, approvable: false }}
      approved={null}
      onApproved={() => {}}
      onUndone={() => {}}
    />,
  )
  expect(screen.queryByRole('button', { name: 'Yes, change it' })).toBeNull()
  expect(screen.getByRole('button', { name: 'It was not me: undo the change' })).toBeTruthy()
})

test('the account form asks for the password when the email changes, and sends it', async () => {
  let sent: unknown
  shopServer.use(
    csrf,
    http.post('*/api/user/editAccount', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({
        success: true,
        code: 'account_updated_verify',
        message: '',
        user: {},
      })
    }),
  )
  const { user } = renderUi(<AccountForm account={account} onSaved={async () => {}} />)
  const password = 'Enter your password to change your email'
  expect(screen.queryByLabelText(password)).toBeNull()
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'new@example.com')
  await user.type(await screen.findByLabelText(password), 'demo12345')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual({ user: { ...account, email: 'new@example.com' }, password: 'demo12345' }),
  )
})

test('an address that waits is sent along with other changes, so that they do not take it back', async () => {
  let sent: unknown
  shopServer.use(
    csrf,
    http.post('*/api/user/editAccount', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, code: 'account_updated', message: '', user: {} })
    }),
  )
  const { user } = renderUi(
    <AccountForm account={account} pending="new@example.com" onSaved={async () => {}} />,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com')
  expect(screen.queryByLabelText('Enter your password to change your email')).toBeNull()
  await user.type(screen.getByLabelText('Full name'), ' Karam')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual({
      user: { ...account, full_name: 'Layla Haddad Karam', email: 'new@example.com' },
    }),
  )
})

test('the password can stand in for the old address as long as that has not agreed', () => {
  renderUi(
    <AccountForm account={account} pending="new@example.com" unapproved onSaved={async () => {}} />,
  )
  expect(screen.getByLabelText('Enter your password to change your email')).toBeTruthy()
})
