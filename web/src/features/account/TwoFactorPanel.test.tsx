import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import type { TwoFactor } from './api'
import { TwoFactorPanel } from './TwoFactorPanel'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const CODES = Array.from({ length: 10 }, (_, place) => `abcd${place}-efghi`)

function refuse(status: number, body: Record<string, unknown>) {
  return HttpResponse.json({ success: false, message: '', ...body }, { status })
}

/** The calls of somebody whose password is demo12345 and whose app shows 123456. */
function calls() {
  return [
    http.post('*/api/user/second-step', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      if (password !== 'demo12345') {
        return refuse(403, { code: 'password_wrong', errors: { password: 'password_wrong' } })
      }
      return HttpResponse.json({
        success: true,
        secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        uri: 'otpauth://totp/Dawa:layla?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        qr: ['101', '010', '111'],
      })
    }),
    http.put('*/api/user/second-step', async ({ request }) => {
      const { code } = (await request.json()) as { code: string }
      if (code !== '123456') {
        return refuse(400, { code: 'invalid_fields', errors: { code: 'wrong_code' } })
      }
      return HttpResponse.json({ success: true, recovery_codes: CODES })
    }),
  ]
}

function show(some: Partial<TwoFactor> = {}) {
  const onChanged = vi.fn<() => Promise<void>>(async () => {})
  const twoFactor: TwoFactor = {
    success: true,
    on: false,
    since: null,
    recovery_codes_left: 0,
    required: false,
    enrolment: false,
    ...some,
  }
  const shown = renderUi(
    <TwoFactorPanel twoFactor={twoFactor} failed={false} retry={() => {}} onChanged={onChanged} />,
  )
  return { ...shown, onChanged }
}

const on = { on: true, since: '2026-11-15T10:00:00Z', recovery_codes_left: 10 }
type User = ReturnType<typeof show>['user']

async function upToTheKey(user: User) {
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await user.type(await screen.findByLabelText('Enter your password to confirm'), 'demo12345')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Add the shop to your app' })
}

async function upToTheCodes(user: User) {
  await upToTheKey(user)
  await user.type(screen.getByLabelText('Code from your app'), '123456{Enter}')
  await screen.findByRole('heading', { name: 'Save your recovery codes' })
}

test('a wrong password is said beside its field, and nothing is begun', async () => {
  shopServer.use(...calls())
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const password = await screen.findByLabelText('Enter your password to confirm')
  expect(document.activeElement).toBe(password)
  await user.type(password, 'wrong12345{Enter}')
  expect(await screen.findByText('The password is not correct')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('the key is there as a picture, a link and a text in groups of four to copy', async () => {
  shopServer.use(...calls())
  const { user } = show()
  await upToTheKey(user)
  expect(document.activeElement?.textContent).toBe('Add the shop to your app')
  const picture = screen.getByRole('img', { name: 'QR code with the key for your app' })
  expect(picture.getAttribute('viewBox')).toBe('-4 -4 11 11')
  expect(screen.getByRole('link', { name: 'Open in my app' }).getAttribute('href')).toMatch(
    /^otpauth:\/\/totp\//,
  )
  expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy the key' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')
})

test('a browser that refuses to copy is not passed over in silence', async () => {
  shopServer.use(...calls())
  const { user } = show()
  await upToTheKey(user)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy the key' }))
  expect(await screen.findByText(/^Copying did not work/)).toBeTruthy()
})

test('a wrong code loses nothing, the right one turns it on', async () => {
  shopServer.use(...calls())
  const { user, onChanged } = show()
  await upToTheKey(user)
  const code = screen.getByLabelText<HTMLInputElement>('Code from your app')
  await user.type(code, '000000{Enter}')
  expect(await screen.findByText(/^This code is not right/)).toBeTruthy()
  expect(screen.getByRole('img')).toBeTruthy()
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6])
  expect(onChanged).not.toHaveBeenCalled()
  await user.keyboard('١٢٣٤٥٦{Enter}')
  await screen.findByRole('heading', { name: 'Save your recovery codes' })
  expect(onChanged).toHaveBeenCalledOnce()
})

test('the recovery codes are listed, copied and downloaded, and go when one is done', async () => {
  shopServer.use(...calls())
  const { user } = show()
  await upToTheCodes(user)
  expect(document.activeElement?.textContent).toBe('Save your recovery codes')
  const list = within(screen.getByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))

  const files: Blob[] = []
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
  const saved: string[] = []
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  await user.click(screen.getByRole('button', { name: 'Download' }))
  press.mockRestore()
  expect(saved).toEqual(['dawa-recovery-codes.txt blob:1'])
  const text = await files[0]?.text()
  expect(text?.split('\n').filter((line) => CODES.includes(line))).toEqual(CODES)
  expect(text).toMatch(/^Dawa: recovery codes/)

  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('who leaves half way leaves it off, with the focus where it was', async () => {
  shopServer.use(...calls())
  const { user, onChanged } = show()
  await upToTheKey(user)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn on' }))
  expect(onChanged).not.toHaveBeenCalled()
})

test('a key that waited too long begins anew with the password', async () => {
  shopServer.use(
    http.put('*/api/user/second-step', () => refuse(409, { code: 'second_step_not_begun' })),
    ...calls(),
  )
  const { user } = show()
  await upToTheKey(user)
  await user.type(screen.getByLabelText('Code from your app'), '123456{Enter}')
  expect(await screen.findByText(/^This took too long/)).toBeTruthy()
  expect(screen.getByLabelText('Enter your password to confirm')).toBeTruthy()
})

test('turned on elsewhere meanwhile, the panel asks how it stands', async () => {
  const refused = () => refuse(409, { code: 'second_step_on' })
  shopServer.use(http.put('*/api/user/second-step', refused), ...calls())
  const { user, onChanged } = show()
  await upToTheKey(user)
  await user.type(screen.getByLabelText('Code from your app'), '123456{Enter}')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())

  shopServer.use(http.post('*/api/user/second-step', refused))
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const password = await screen.findByLabelText('Enter your password to confirm')
  await user.type(password, 'demo12345{Enter}')
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(password.isConnected).toBe(false))
})

test('an admin of whom the shop asks it is told so', () => {
  show({ required: true })
  expect(screen.getByText(/^This shop requires two-step verification/)).toBeTruthy()
})

test('on, it says since when and how many recovery codes are left', () => {
  show(on)
  expect(screen.getByText('On since 15 November 2026')).toBeTruthy()
  expect(screen.getByText('10 recovery codes left')).toBeTruthy()
  expect(screen.queryByText(/^Get ten new ones/)).toBeNull()
})

test.each([
  [3, false],
  [2, true],
  [0, true],
])('with %i recovery codes left a warning is shown: %s', (left, warned) => {
  show({ ...on, recovery_codes_left: left })
  expect(screen.queryByText(/^Get ten new ones/) !== null).toBe(warned)
})

test('it is turned off by password and code, each refused beside its field', async () => {
  const sent: unknown[] = []
  shopServer.use(
    http.delete('*/api/user/second-step', async ({ request }) => {
      const body = (await request.json()) as { password: string; code: string }
      sent.push(body)
      if (body.password !== 'demo12345') {
        return refuse(403, { code: 'password_wrong', errors: { password: 'password_wrong' } })
      }
      if (body.code === '000000') {
        return refuse(400, { code: 'invalid_fields', errors: { code: 'wrong_code' } })
      }
      return HttpResponse.json({ success: true, code: 'second_step_off', message: '' })
    }),
  )
  const { user, onChanged } = show(on)
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const password = dialog.getByLabelText('Current password')
  await user.type(password, 'wrong12345')
  await user.type(dialog.getByLabelText('Code from your app'), '000000')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await dialog.findByText('The password is not correct')).toBeTruthy()
  await user.clear(password)
  await user.type(password, 'demo12345')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await dialog.findByText(/^This code is not right/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(dialog.getByLabelText('Recovery code'), 'abcd0-efghi')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Two-step verification is off')).toBeTruthy()
  expect(onChanged).toHaveBeenCalledOnce()
  expect(sent.at(-1)).toEqual({ password: 'demo12345', code: 'abcd0efghi' })
})

test('new recovery codes stay although the new session asks for everything anew', async () => {
  shopServer.use(
    http.post('*/api/user/second-step/recovery-codes', () =>
      HttpResponse.json({ success: true, recovery_codes: CODES }),
    ),
  )
  const known: TwoFactor = {
    success: true,
    required: false,
    enrolment: false,
    ...on,
    recovery_codes_left: 1,
  }
  function Account() {
    const [twoFactor, setTwoFactor] = useState<TwoFactor | undefined>(known)
    return (
      <TwoFactorPanel
        twoFactor={twoFactor}
        failed={false}
        retry={() => {}}
        onChanged={async () => setTwoFactor(undefined)}
      />
    )
  }
  const { user } = renderUi(<Account />)
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByLabelText('Current password'), 'demo12345')
  await user.type(dialog.getByLabelText('Code from your app'), '123456')
  await user.click(dialog.getByRole('button', { name: 'New recovery codes' }))
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
})
