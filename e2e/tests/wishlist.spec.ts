import type { Locator, Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { call, newCustomer, PASSWORD } from '../fixtures/shopper.ts'

const PANADOL = 'pan-extra-48'
const BAR = 'dove-bar-100-4'
const SOLD_OUT = 'lis-zero-500'

const main = (page: Page): Locator => page.getByRole('main')
const badge = (page: Page, t: Text, count: number): Locator =>
  page.getByRole('link', { name: t('nav.wishlist_count', { count }) })
const heart = (page: Page, name: string): Locator =>
  main(page).getByRole('button', { name }).first()
const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

async function wish(page: Page, ...ids: string[]): Promise<void> {
  for (const productID of ids) {
    await call(page.request, 'PUT', '/api/user/addToWishlist', { productID })
  }
}

test('a visitor has a wishlist on the device, which joins theirs at sign-in', async ({
  page,
  t,
  expectAccessible,
}) => {
  const username = await newCustomer(page.request)
  await page.context().clearCookies({ name: 'dawa_session' })
  await page.goto(`/product/${PANADOL}`)
  await heart(page, t('product.add_to_wishlist')).click()
  await badge(page, t, 1).click()
  await expect(page).toHaveURL('/wishlist')
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('nav.sign_in'), exact: true })
    .click()
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(PASSWORD)
  await main(page)
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/user/wishlist')
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expect(badge(page, t, 1)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('deviceWishes'))).toBeNull()
})

test('the wishlist shows its products, puts them into the cart and lets them go', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await wish(page, PANADOL, BAR, SOLD_OUT)
  await page.goto('/user/wishlist')
  const rows = main(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  // Last added first.
  await expect(rows.nth(0)).toContainText(t('product.out_of_stock'))
  await expect(rows.nth(1)).toContainText('$4.59')
  await expectAccessible()

  await rows
    .nth(1)
    .getByRole('button', { name: t('product.add_to_cart') })
    .click()
  await expect(page.getByRole('link', { name: t('nav.cart_count', { count: 1 }) })).toBeVisible()
  await expect(rows.nth(1).getByRole('button', { name: t('product.added_to_cart') })).toBeVisible()

  const name = language === 'arabic' ? /دوف/ : /Dove/
  await rows.nth(1).getByRole('button', { name }).click()
  await confirm(page, t('common.cancel'))
  await expect(rows).toHaveCount(3)
  await rows.nth(1).getByRole('button', { name }).click()
  await confirm(page, t('wishlist.remove'))
  await expect(rows).toHaveCount(2)
  await expect(badge(page, t, 2)).toBeVisible()

  await main(page)
    .getByRole('button', { name: t('wishlist.clear') })
    .click()
  await confirm(page, t('wishlist.clear'))
  await expect(main(page).getByRole('heading', { name: t('wishlist.empty') })).toBeVisible()
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('wishlist.lookup') })
    .click()
  await expect(page).toHaveURL('/')
})

test('the heart turns at once, in every tab, and back when the server refuses', async ({
  page,
  context,
  t,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await newCustomer(page.request)
  await page.goto(`/product/${BAR}`)
  await expect(badge(page, t, 0)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/product/${BAR}`)
  await expect(badge(other, t, 0)).toBeVisible()
  await heart(page, t('product.add_to_wishlist')).click()
  await expect(heart(page, t('product.remove_from_wishlist'))).toBeVisible()
  await expect(heart(other, t('product.remove_from_wishlist'))).toBeVisible()
  await expect(badge(other, t, 1)).toBeVisible()
  await other.close()

  await page.route('**/api/user/wishlist', (route) => route.abort())
  await heart(page, t('product.remove_from_wishlist')).click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.network') })).toBeVisible()
  await expect(heart(page, t('product.remove_from_wishlist'))).toBeVisible()
  await expect(badge(page, t, 1)).toBeVisible()
})
