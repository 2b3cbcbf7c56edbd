import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { mailedLink } from '../fixtures/mail.ts'
import { onHost } from '../fixtures/server.ts'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { call, PASSWORD, register } from '../fixtures/shopper.ts'
import { AuthenticatorApp } from '../fixtures/totp.ts'

test.use({ ownShop: { name: 'two-factor', args: ['--admins-need-second-step'] } })

const main = (page: Page): Locator => page.getByRole('main')
const panel = (page: Page, t: Text): Locator =>
  page.getByRole('region', { name: t('two_factor.title') })

/** Presses a button by its whole name. */
async function press(where: Locator, name: string): Promise<void> {
  await where.getByRole('button', { name, exact: true }).click()
}

function inArabicDigits(code: string): string {
  return code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
}

/** From 'Turn on' to the key, looked at on the way; gives the app that has taken it up. */
async function upToTheKey(
  page: Page,
  t: Text,
  password: string,
  look: () => Promise<void>,
  enrolment?: string,
): Promise<AuthenticatorApp> {
  const step = panel(page, t)
  await look()
  await press(step, t('two_factor.turn_on'))
  await step.locator('[name=password]').fill(password)
  if (enrolment !== undefined) await step.locator('[name=enrolment]').fill(enrolment)
  await look()
  await press(step, t('two_factor.continue'))
  await expect(step.getByRole('img', { name: t('two_factor.qr') })).toBeVisible()
  await look()
  return new AuthenticatorApp(await step.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).innerText())
}

/** Signs out, then name and password on the sign-in page. */
async function nameAndPassword(page: Page, t: Text, username: string): Promise<void> {
  await call(page.request, 'POST', '/api/user/logout')
  await page.goto('/user/login')
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(PASSWORD)
  await press(main(page), t('auth.sign_in'))
}

test('a customer turns two-factor sign-in on, uses it and turns it off', async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/status of 40[0-3]/)
  const username = await register(page.request)
  await page.goto(await mailedLink(page.request, `${username}@example.com`, 'verify-email'))
  await expect(page.getByText(t('auth.email_verified'))).toBeVisible()
  await page.goto('/user/account')
  const step = panel(page, t)
  await expect(step.getByText(t('two_factor.text'))).toBeVisible()
  const app = await upToTheKey(page, t, PASSWORD, expectAccessible)
  await expect(step.getByRole('link', { name: t('two_factor.open_app') })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\//,
  )

  const code = step.locator('[name=code]')
  await code.fill('000000')
  await code.press('Enter')
  await expect(step.getByText(t('rule.wrong_code'))).toBeVisible()
  await expect(code).toBeFocused()
  await page.keyboard.type(inArabicDigits(app.code()))
  await press(step, t('two_factor.confirm'))
  const list = step.getByRole('list', { name: t('two_factor.codes_list') })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allInnerTexts()
  await expectAccessible()
  const download = page.waitForEvent('download')
  await press(step, t('two_factor.codes_download'))
  const file = await download
  expect(file.suggestedFilename()).toBe('dawa-recovery-codes.txt')
  const lines = (await readFile(await file.path(), 'utf8')).split('\n')
  expect(lines.filter((line) => codes.includes(line))).toEqual(codes)
  await press(step, t('two_factor.done'))
  await expect(step.getByText(t('two_factor.codes_left', { count: 10 }))).toBeVisible()
  await expectAccessible()

  await nameAndPassword(page, t, username)
  await expect(main(page).locator('[name=code]')).toBeFocused()
  await expectAccessible()
  await main(page).locator('[name=code]').fill('000000')
  await press(main(page), t('auth.sign_in'))
  await expect(main(page).getByText(t('rule.wrong_code'))).toBeVisible()
  await expectAccessible()
  await main(page).locator('[name=code]').fill(app.code())
  await press(main(page), t('auth.sign_in'))
  await expect(page).toHaveURL('/')

  await nameAndPassword(page, t, username)
  await press(main(page), t('auth.recovery_code_use'))
  await expectAccessible()
  await main(page)
    .locator('[name=code]')
    .fill(codes[0] ?? '')
  await press(main(page), t('auth.sign_in'))
  await expect(page).toHaveURL('/')

  await page.goto('/user/account')
  await expect(step.getByText(t('two_factor.codes_left', { count: 9 }))).toBeVisible()
  await press(step, t('two_factor.turn_off'))
  const dialog = page.getByRole('alertdialog', { name: t('two_factor.turn_off_title') })
  await dialog.locator('[name=password]').fill(PASSWORD)
  await dialog.locator('[name=code]').fill(codes[0] ?? '')
  await press(dialog, t('two_factor.turn_off'))
  await expect(dialog.getByText(t('rule.wrong_code'))).toBeVisible()
  await expectAccessible()
  await dialog.locator('[name=code]').fill(codes[1] ?? '')
  await press(dialog, t('two_factor.turn_off'))
  await expect(page.getByText(t('done.second_step_off'))).toBeVisible()
  await expect(
    step.getByRole('button', { name: t('two_factor.turn_on'), exact: true }),
  ).toBeVisible()

  await nameAndPassword(page, t, username)
  await expect(page).toHaveURL('/')
})

test('where the shop asks it of admins, the admin screens open once two-factor is on', async ({
  page,
  shop,
  t,
  tolerate,
  signIn,
  expectAccessible,
}) => {
  tolerate(/status of 403/)
  await signIn('admin')
  await page.goto('/admin')
  await expect(
    main(page).getByRole('heading', { level: 1, name: t('admin.two_factor_title') }),
  ).toBeVisible()
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('admin.two_factor_link') })
    .click()
  const step = panel(page, t)
  await expect(step.getByText(t('two_factor.required'))).toBeInViewport()
  // The password alone is not enough: the host's code makes sure that it is the admin.
  const enrolment = onHost(shop, 'admin', 'enrol-two-factor', 'admin')
  const app = await upToTheKey(page, t, 'admin12345', expectAccessible, enrolment)
  await step.locator('[name=code]').fill(app.code())
  await press(step, t('two_factor.confirm'))
  await press(step, t('two_factor.done'))
  await page.goto('/admin')
  await expect(main(page).getByRole('link', { name: t('admin.orders_today_label') })).toBeVisible()
})
