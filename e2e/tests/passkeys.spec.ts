import type { CDPSession, Locator, Page } from '@playwright/test'
import { mailedLink } from '../fixtures/mail.ts'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { call, PASSWORD, register } from '../fixtures/shopper.ts'

// Browsers allow passkeys at a host name only.
test.use({ ownShop: { name: 'passkeys', args: [], host: 'localhost' } })

const panel = (page: Page, t: Text): Locator =>
  page.getByRole('region', { name: t('passkeys.title') })

/** A phone whose owner always agrees. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

test('a passkey is added, signs in, confirms and is removed', async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/status of 403/)
  const phone = await plugIn(page)
  const username = await register(page.request)
  await page.goto(await mailedLink(page.request, `${username}@example.com`, 'verify-email'))
  await expect(page.getByText(t('auth.email_verified'))).toBeVisible()

  await page.goto('/user/account')
  const passkeys = panel(page, t)
  await passkeys.getByRole('button', { name: t('passkeys.add') }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.locator('[name=name]').fill('My phone')
  await dialog.locator('[name=password]').fill('wrongpassword1')
  await dialog.getByRole('button', { name: t('passkeys.add') }).click()
  await expect(dialog.getByText(t('rule.password_wrong'))).toBeVisible()
  await dialog.locator('[name=password]').fill(PASSWORD)
  await expectAccessible()
  await dialog.getByRole('button', { name: t('passkeys.add') }).click()
  await expect(passkeys.getByText('My phone')).toBeVisible()
  await expect(passkeys.getByText(t('passkeys.unused'))).toBeVisible()
  await expectAccessible()

  await call(page.request, 'POST', '/api/user/logout')
  await page.goto('/user/login')
  await page.getByRole('button', { name: t('auth.passkey') }).click()
  await expect(page).not.toHaveURL(/login/)
  await page.goto('/user/account')
  await expect(page.locator('[name=username]')).toHaveValue(username)
  await expect(passkeys.getByText(t('passkeys.unused'))).toHaveCount(0)

  await passkeys
    .getByRole('button', { name: t('passkeys.rename_named', { name: 'My phone' }) })
    .click()
  await dialog.locator('[name=name]').fill('Old phone')
  await dialog.getByRole('button', { name: t('passkeys.rename') }).click()
  const remove = t('passkeys.remove_named', { name: 'Old phone' })
  await passkeys.getByRole('button', { name: remove }).click()
  await dialog.getByRole('button', { name: t('passkeys.confirm_instead') }).click()
  await expect(passkeys.getByText('Old phone')).toHaveCount(0)

  await call(page.request, 'POST', '/api/user/logout')
  await page.goto('/user/login')
  await page.getByRole('button', { name: t('auth.passkey') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('error.passkey_refused'))
  await phone.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone.id })
})
