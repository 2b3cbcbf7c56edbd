import type { Locator, Page } from '@playwright/test'
import { decide, anAdmin, newStore, storeFields } from '../fixtures/owner.ts'
import { expect, test } from '../fixtures/shop.ts'
import { fresh, newCustomer, PASSWORD } from '../fixtures/shopper.ts'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, name: string): Locator => main(page).locator(`[name=${name}]`)

/** Presses Back without waiting for another page: there may be a question first. */
const back = (page: Page): Promise<void> => page.evaluate(() => history.back())

test('a visitor types a store, signs in on saving, finds the draft again and saves it', async ({
  page,
  somebody,
  t,
  expectAccessible,
}) => {
  const username = await newCustomer(await somebody())

  await page.goto('/addstore')
  await expect(main(page).getByText(t('store.sign_in_note'))).toBeVisible()
  const save = main(page).getByRole('button', { name: t('store.save'), exact: true })
  await save.click()
  for (const name of ['name', 'street', 'city', 'state', 'building', 'phone_nb'])
    await expect(main(page).getByText(t(`rule.${name}_blank`))).toBeVisible()
  await expect(field(page, 'name')).toBeFocused()
  await expectAccessible()

  const name = `${storeFields.name} ${fresh()}`
  for (const [key, value] of Object.entries({ ...storeFields, name })) {
    await field(page, key).fill(value)
  }
  await save.click()
  await expect(page).toHaveURL(/\/user\/login\?next=%2Faddstore/)
  await expect(main(page).getByText(t('access.login_needed'))).toBeVisible()
  await field(page, 'username').fill(username)
  await field(page, 'password').fill(PASSWORD)
  await main(page)
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/addstore')
  await expect(field(page, 'name')).toHaveValue(name)
  await expect(field(page, 'street')).toHaveValue(storeFields.street)
  await save.click()
  await expect(
    main(page).getByRole('heading', { name: t('store.saved_title'), level: 1 }),
  ).toBeFocused()
  await expectAccessible()

  await main(page)
    .getByRole('link', { name: t('nav.my_stores') })
    .click()
  await expect(main(page).getByRole('heading', { name: t('store.title'), level: 1 })).toBeVisible()
  const row = main(page).getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(t('store.status_pending'))).toBeVisible()
  await expectAccessible()
  await expect(row.getByRole('link', { name: t('store.add_product') })).toHaveCount(0)
  const edit = await row.getByRole('link', { name: t('store.edit_title') }).getAttribute('href')
  await page.goto(String(edit).replace(/edit$/, 'add-product'))
  await expect(main(page).getByText(t('store.wait_title'))).toBeVisible()
})

test('a refused store says why, is mended by its owner and becomes visible to all', async ({
  page,
  somebody,
  t,
  tolerate,
  signIn,
  expectAccessible,
}) => {
  const owner = await somebody()
  const store = await newStore(owner)
  const admin = await anAdmin(somebody)

  // Nobody else sees it yet.
  tolerate(/404/)
  await page.goto(`/store/${store.id}`)
  await expect(main(page).getByText(t('error.store_not_found'))).toBeVisible()

  await decide(admin, 'store', store.id, 'rejected', 'الترخيص ناقص')
  await signIn(store.username, PASSWORD)
  await page.goto('/user/stores')
  await expect(main(page).getByText(t('store.status_rejected'))).toBeVisible()
  await expect(main(page).getByText('الترخيص ناقص')).toBeVisible()
  await main(page)
    .getByRole('link', { name: t('store.edit_title') })
    .click()
  await expect(field(page, 'name')).toHaveValue(store.name)
  await expectAccessible()
  await field(page, 'description').fill('Licence 1234, Order of Pharmacists')
  await main(page)
    .getByRole('button', { name: t('store.save'), exact: true })
    .click()
  await expect(page).toHaveURL(`/store/${store.id}`)
  await expect(page.getByText(t('done.store_updated'))).toBeVisible()
  await expect(main(page).getByText(t('store.status_pending'), { exact: true })).toBeVisible()

  await decide(admin, 'store', store.id, 'approved')
  await page.context().clearCookies({ name: 'dawa_session' })
  await page.goto(`/store/${store.id}`)
  await expect(main(page).getByRole('heading', { name: store.name, level: 1 })).toBeVisible()
  await expect(main(page).getByText('Licence 1234, Order of Pharmacists')).toBeVisible()
  await expect(main(page).getByText(t('store.no_products'))).toBeVisible()
  await expect(main(page).getByRole('link', { name: t('store.edit_title') })).toHaveCount(0)
  await expectAccessible()
})

test('what was typed is not left behind by a link or by Back without a question', async ({
  page,
  t,
  signIn,
}) => {
  const store = await newStore(page.request)
  await signIn(store.username, PASSWORD)
  await page.goto('/user/stores')
  await main(page)
    .getByRole('link', { name: t('store.edit_title') })
    .click()
  await field(page, 'street').fill('Bliss Street')
  const dialog = page.getByRole('alertdialog', { name: t('common.leave_title') })

  await back(page)
  await dialog.getByRole('button', { name: t('common.stay') }).click()
  await expect(page).toHaveURL(`/store/${store.id}/edit`)
  await expect(field(page, 'street')).toHaveValue('Bliss Street')

  await main(page)
    .getByRole('link', { name: t('store.title'), exact: true })
    .click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'street')).toHaveValue('Bliss Street')

  await back(page)
  await dialog.getByRole('button', { name: t('common.leave') }).click()
  await expect(page).toHaveURL('/user/stores')
})

test('without stores the list says so and shows the next step', async ({ page, t }) => {
  await newCustomer(page.request)
  await page.goto('/user/stores')
  await expect(main(page).getByText(t('store.empty'))).toBeVisible()
  await main(page)
    .getByRole('link', { name: t('store.add') })
    .click()
  await expect(page).toHaveURL('/addstore')
})
