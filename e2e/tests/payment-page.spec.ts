import type { Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { addToCart, newCustomer } from '../fixtures/shopper.ts'

// Cards are paid with on the sandbox's own page here, in pounds.
test.use({
  ownShop: { name: 'payment-page', args: ['--payments', 'sandbox-hosted?currency=LBP'] },
})

const PRODUCT = 'pan-extra-24'

/** A new customer with something in the cart, sent to the bank's page. */
async function goToBank(page: Page, t: Text): Promise<string> {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT, 1)
  await page.goto('/user/checkout')
  return pay(page, t)
}

/** Through the steps to the bank's page; gives what the last step said. */
async function pay(page: Page, t: Text): Promise<string> {
  await page.getByRole('button', { name: t('checkout.next') }).click()
  await page.getByRole('radio', { name: t('checkout.card_new') }).check()
  await page.getByRole('button', { name: t('checkout.next') }).click()
  const toBank = page.getByRole('button', { name: t('checkout.go_to_bank') })
  await expect(toBank).toBeVisible()
  const review = await page.getByRole('main').innerText()
  await toBank.click()
  await expect(page.getByRole('heading', { name: t('sandbox_page.title') })).toBeVisible()
  return review
}

const choose = (page: Page, t: Text, choice: string) =>
  page.getByRole('button', { name: t(`sandbox_page.${choice}`), exact: true }).click()

test('paying on the bank’s page places the order', async ({ page, t, expectAccessible }) => {
  const review = await goToBank(page, t)
  await expectAccessible()
  // Every step names the same pounds.
  const charged = (await page.locator('.amount').innerText()).replace(/ LBP$/, '')
  expect(charged).toMatch(/^\d{1,3}(?:,\d{3})+$/)
  expect(review).toContain(charged)
  await choose(page, t, 'challenge')
  await page.getByLabel(t('sandbox_page.code')).fill('123456')
  await page.getByRole('button', { name: t('sandbox_page.send') }).click()
  await expect(page).toHaveURL(/\/user\/checkout\/return\?attempt=/)
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
  await expectAccessible()
  // A reload, as on another device, says the same.
  await page.reload()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
  const cart = (await (await page.request.get('/api/user/cart')).json()) as { cart: unknown[] }
  expect(cart.cart).toEqual([])
  await page.getByRole('link', { name: t('checkout.see_order') }).click()
  await expect(page.getByRole('main')).toContainText(charged)
})

test('a declined card leaves the cart and says so', async ({ page, t, expectAccessible }) => {
  await goToBank(page, t)
  await choose(page, t, 'decline')
  await expect(page.getByText(t('payment_return.declined'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: t('payment_return.try_again') }).click()
  await expect(page.getByRole('heading', { name: t('checkout.title'), level: 1 })).toBeVisible()
})

test('leaving without paying can be gone on with or given up', async ({
  page,
  t,
  expectAccessible,
}) => {
  await goToBank(page, t)
  await choose(page, t, 'leave')
  await expect(page.getByRole('heading', { name: t('payment_return.open_title') })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: t('payment_return.go_on') }).click()
  await expect(page.getByRole('heading', { name: t('sandbox_page.title') })).toBeVisible()
  // Back from the bank's page: the same payment is still there.
  await page.goBack()
  await page.getByRole('button', { name: t('payment_return.give_up') }).click()
  await expect(page.getByText(t('payment_return.cancelled'))).toBeVisible()
})

test('somebody else’s payment is unknown', async ({ page, t, tolerate }) => {
  tolerate(/404/)
  await newCustomer(page.request)
  await page.goto('/user/checkout/return?attempt=nobody')
  await expect(page.getByRole('heading', { name: t('payment_return.unknown_title') })).toBeVisible()
})

test('the card screen says where cards are kept', async ({ page, t, expectAccessible }) => {
  await newCustomer(page.request)
  await page.goto('/user/card')
  await expect(page.getByText(t('card.hosted_text'))).toBeVisible()
  await expect(page.locator('[name=card_number]')).toHaveCount(0)
  await expectAccessible()
})
