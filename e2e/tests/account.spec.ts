import { mailedLink } from '../fixtures/mail.ts'
import { expect, test } from '../fixtures/shop.ts'
import { fresh, PASSWORD, register } from '../fixtures/shopper.ts'

test('a visitor signs up, is welcomed, confirms the email and signs out', async ({
  page,
  t,
  isPhone,
  expectAccessible,
}) => {
  const username = fresh()
  await page.goto('/user/signup')
  await expect(page.getByRole('heading', { name: t('auth.sign_up_title') })).toBeVisible()
  await expectAccessible()

  await page.locator('[name=full_name]').fill('ليلى خوري')
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=email]').fill(`${username}@example.com`)
  await page.locator('[name=phone_nb]').fill('٠٣١٢٣٤٥٦')
  await page.locator('[name=password]').fill('short')
  await expect(page.getByText(t('rule.password_format'))).toBeVisible()
  await page.locator('[name=password]').fill('longenough77')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('auth.sign_up'), exact: true })
    .click()
  await expect(page.getByText(t('session.welcome'))).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto(await mailedLink(page.request, `${username}@example.com`, 'verify-email'))
  await expect(page.getByText(t('auth.email_verified'))).toBeVisible()
  await expectAccessible()

  await page.goto('/user/login')
  await expect(page.getByText(t('access.already_logged_in'))).toBeVisible()

  await page.goto('/')
  const bar = isPhone
    ? page.getByRole('navigation', { name: t('nav.quick') })
    : page.getByRole('banner')
  await bar.getByRole('button', { name: t(isPhone ? 'nav.account' : 'nav.my_account') }).click()
  await page.getByRole('menuitem', { name: t('nav.logout') }).click()
  await expect(page.getByText(t('session.logged_out'))).toBeVisible()
})

test('a guarded screen asks to sign in, then goes on where one was going', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/status of 401/)
  await page.goto('/user/account')
  await expect(page.getByText(t('access.login_needed'))).toBeVisible()
  await page.locator('[name=username]').fill('layla')
  await page.locator('[name=password]').fill('wrong12345')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page.getByText(t('error.login_failed'))).toBeVisible()
  await expect(page.locator('[name=username]')).toHaveValue('layla')

  await page.locator('[name=password]').fill('demo12345')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/user/account')
  await expect(page.locator('[name=username]')).toHaveValue('layla')
})

test('the account screen saves, lists devices and is accessible', async ({
  page,
  t,
  signIn,
  expectAccessible,
}) => {
  await signIn('layla')
  await page.goto('/user/account')
  await expect(page.getByRole('heading', { name: t('account.sessions') })).toBeVisible()
  await expect(page.getByText(t('account.session_current'))).toBeVisible()
  await page.locator('[name=full_name]').fill('Layla Khoury')
  await page.getByRole('button', { name: t('account.save'), exact: true }).click()
  await expect(page.getByText(t('done.account_updated'))).toBeVisible()
  await expectAccessible()
})

test('one changes the phone number oneself, in the ways people write it', async ({ page, t }) => {
  await register(page.request)
  await page.goto('/user/account')
  const phone = page.locator('[name=phone_nb]')
  await phone.fill('00000000')
  await page.getByRole('button', { name: t('account.save'), exact: true }).click()
  await expect(page.getByText(t('rule.phone_nb_unknown'))).toBeVisible()
  await phone.fill('+961 71 765 432')
  await page.getByRole('button', { name: t('account.save'), exact: true }).click()
  await expect(page.getByText(t('done.account_updated'))).toBeVisible()
  await page.reload()
  await expect(phone).toHaveValue('71765432')
})

test('signing out everywhere asks for the password', async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/status of 403/)
  await register(page.request)
  await page.goto('/user/account')
  await page.getByRole('button', { name: t('account.sign_out_everywhere') }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.locator('[name=password]').fill('wrong12345')
  await dialog.getByRole('button', { name: t('account.sign_out_everywhere') }).click()
  await expect(dialog.getByText(t('rule.password_wrong'))).toBeVisible()
  await expectAccessible()
  await dialog.locator('[name=password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: t('account.sign_out_everywhere') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(t('session.logged_out'))).toBeVisible()
})

test('a forgotten password is replaced by a mailed link that works once', async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/status of 4\d\d/)
  const username = fresh()
  const { csrfToken } = (await (await page.request.get('/api/get-csrf-token')).json()) as {
    csrfToken: string
  }
  const registered = await page.request.post('/api/user/register', {
    headers: { 'CSRF-Token': csrfToken },
    data: {
      user: {
        full_name: 'Forgetful',
        username,
        phone_nb: '03123456',
        email: `${username}@example.com`,
        type: 'normal',
      },
      password: 'forgotten77',
    },
  })
  expect(registered.ok()).toBe(true)
  await page.context().clearCookies({ name: /session/ })

  await page.goto('/user/login')
  await page.getByRole('button', { name: t('auth.forgot_password') }).click()
  const dialog = page.getByRole('dialog', { name: t('auth.reset_title') })
  await dialog.locator('[name=email]').fill(`nobody-${username}@example.com`)
  await dialog.getByRole('button', { name: t('auth.reset_submit') }).click()
  await expect(dialog.getByText(t('error.email_not_registered'))).toBeVisible()
  await dialog.locator('[name=email]').fill(`${username}@example.com`)
  await dialog.getByRole('button', { name: t('auth.reset_submit') }).click()
  await expect(dialog.getByText(t('auth.email_sent'))).toBeVisible()

  const link = await mailedLink(page.request, `${username}@example.com`, 'resetpassword')
  await page.goto(link)
  await page.locator('[name=password]').fill('remembered88')
  await expectAccessible()
  await page.getByRole('button', { name: t('auth.reset_password') }).click()
  await expect(page.getByText(t('auth.password_changed'))).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(t('auth.link_invalid'))).toBeVisible()
  await page.getByRole('button', { name: t('auth.new_link') }).click()
  await expect(dialog.locator('[name=email]')).toBeVisible()

  await page.goto('/user/login')
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill('remembered88')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/')
})

test('an admin screen is forbidden to others', async ({ page, t, signIn }) => {
  await signIn('layla')
  await page.goto('/product/edit/anything')
  await expect(page.getByText(t('access.forbidden'))).toBeVisible()
  await expect(page).toHaveURL('/')
})
