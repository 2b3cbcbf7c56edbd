import type { Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { addToCart, call, newCustomer } from '../fixtures/shopper.ts'

const PRODUCT = 'pan-extra-24'

const next = (page: Page, t: Text) => page.getByRole('button', { name: t('checkout.next') }).click()
const place = (page: Page, t: Text) => page.getByRole('button', { name: t('checkout.place_order') })

/** A new customer with something in the cart, at the first step. */
async function begin(page: Page, quantity = 1): Promise<void> {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT, quantity)
  await page.goto('/user/checkout')
}

/** Through the first step as it is filled, then cash. */
async function toReviewWithCash(page: Page, t: Text): Promise<void> {
  await next(page, t)
  await page.getByRole('radio', { name: t('checkout.pay_cash') }).check()
  await next(page, t)
  await expect(place(page, t)).toBeEnabled()
}

/** Through the first step as it is filled, then the card that is typed. */
async function toReviewWithCard(page: Page, t: Text, number: string): Promise<void> {
  await next(page, t)
  await page.getByRole('radio', { name: t('checkout.card_new') }).check()
  await page.locator('[name=card_name]').fill('Rana Khoury')
  await page.locator('[name=card_number]').fill(number)
  await page.locator('[name=exp_date]').fill('12/31')
  await page.locator('[name=cvv]').fill('123')
  await next(page, t)
  await expect(place(page, t)).toBeVisible()
}

test('cash on delivery: address, payment, review, and thanks with the real number', async ({
  page,
  t,
  expectAccessible,
}) => {
  // Looks at every step with axe.
  await begin(page, 2)
  await expect(page.getByRole('heading', { name: t('checkout.title'), level: 1 })).toBeVisible()
  // The saved address is a card; its form opens where it stood, filled in.
  const card = page.getByRole('region', { name: t('checkout.review_address') })
  await expect(card).toContainText('Bliss Street')
  await expect(page.locator('[name=street]')).toHaveCount(0)
  await expectAccessible()
  await card.getByRole('button', { name: t('checkout.change_address') }).click()
  await expect(page.locator('[name=street]')).toHaveValue('Bliss Street')
  await expect(page.locator('[name=street]')).toBeInViewport()
  await expectAccessible()

  await page.locator('[name=extra_info]').fill('بجانب المدرسة')
  await next(page, t)
  await expect(page.getByText(t('checkout.sandbox_text'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('radio', { name: t('checkout.pay_cash') }).check()
  await next(page, t)

  await expect(page).toHaveURL(/step=review/)
  await expect(page.getByText('بجانب المدرسة')).toBeVisible()
  await page.locator('[name=note]').fill('Ring twice')
  await expectAccessible()

  // The step, the address and the note outlive a reload.
  await page.reload()
  await expect(page.locator('[name=note]')).toHaveValue('Ring twice')
  await expect(page.getByText('بجانب المدرسة')).toBeVisible()
  await place(page, t).click()

  await expect(page).toHaveURL('/user/order-history')
  await expect(page.getByRole('main').getByText(t('session.order_placed'))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
  await expectAccessible()
  const orders = (await (await page.request.get('/api/user/order-history')).json()) as {
    number: string
    note: string
    payment: { transactionId: string }
  }[]
  expect(orders).toHaveLength(1)
  expect(orders[0]?.note).toBe('Ring twice')
  await expect(page.getByText(String(orders[0]?.number), { exact: true }).first()).toBeVisible()
  await expect(page.getByText(orders[0]?.payment.transactionId ?? 'no transaction')).toBeVisible()
  const cart = (await (await page.request.get('/api/user/cart')).json()) as { cart: unknown[] }
  expect(cart.cart).toEqual([])
})

test('a declined card says what to do and keeps everything; the approved one pays', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/400/)
  await begin(page)
  await toReviewWithCard(page, t, '4000 0000 0000 0002')
  await place(page, t).click()
  const alert = page.getByRole('alert').filter({ hasText: t('error.payment_declined') })
  await expect(alert).toBeVisible()

  await alert.getByRole('button', { name: t('checkout.change_payment') }).click()
  await expect(page.locator('[name=card_name]')).toHaveValue('Rana Khoury')
  await page.locator('[name=card_number]').fill('4242424242424242')
  await next(page, t)
  await place(page, t).click()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()

  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(stored).not.toMatch(/4242|\b123\b/)
})

test('a number that is no card is complained about at the payment step, in view', async ({
  page,
  t,
}) => {
  await begin(page)
  await next(page, t)
  await page.getByRole('radio', { name: t('checkout.card_new') }).check()
  await page.locator('[name=card_name]').fill('Rana Khoury')
  await page.locator('[name=card_number]').fill('4242 4242 4242 4241')
  await page.locator('[name=exp_date]').fill('12/31')
  await page.locator('[name=cvv]').fill('123')
  await next(page, t)
  await expect(page.getByText(t('rule.card_number_luhn'))).toBeInViewport()
  await expect(page.locator('[name=card_number]')).toBeFocused()
  await expect(page).toHaveURL(/step=payment/)
})

test('American Express pays with 15 digits and a code of 4', async ({ page, t }) => {
  await begin(page)
  await next(page, t)
  await page.getByRole('radio', { name: t('checkout.card_new') }).check()
  await page.locator('[name=card_name]').fill('Rana Khoury')
  await page.locator('[name=card_number]').pressSequentially('378282246310005')
  await expect(page.locator('[name=card_number]')).toHaveValue('3782 822463 10005')
  await page.locator('[name=exp_date]').fill('12/31')
  await page.locator('[name=cvv]').fill('123')
  await next(page, t)
  await expect(page.getByText(t('rule.cvv_amex'))).toBeInViewport()
  await page.locator('[name=cvv]').fill('1234')
  await next(page, t)
  await place(page, t).click()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
})

test('a saved card is offered by its last digits and only its CVV is asked', async ({
  page,
  t,
}) => {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT)
  await call(page.request, 'POST', '/api/user/add-card', {
    card_name: 'Rana Khoury',
    card_number: '4242424242424242',
    cvv: '123',
    exp_date: '12/31',
  })
  await page.goto('/user/checkout')
  await next(page, t)
  await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked()
  await expect(page.locator('[name=card_number]')).toHaveCount(0)
  await page.locator('[name=cvv]').fill('١٢٣')
  await next(page, t)
  await place(page, t).click()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
})

test('the connection breaks while the order is sent: pressing again finds the one order', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|request failed/)
  await begin(page)
  await toReviewWithCash(page, t)

  // The order arrives, its answer does not.
  await page.route('**/api/user/checkout', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await place(page, t).click()
  await expect(page.getByText(t('checkout.lost_text'))).toBeVisible()
  await page.unroute('**/api/user/checkout')
  await place(page, t).click()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
  const orders = (await (await page.request.get('/api/user/order-history')).json()) as unknown[]
  expect(orders).toHaveLength(1)
})

test('a cart that changed in another tab is shown before the order can be placed', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/409/)
  await begin(page)
  await toReviewWithCash(page, t)
  await addToCart(page.request, 'pan-night-20')
  await place(page, t).click()
  await expect(page.getByText(t('checkout.changed_title'))).toBeVisible()
  await expect(place(page, t)).toBeDisabled()
  await page.getByRole('button', { name: t('checkout.accept_changes') }).click()
  await place(page, t).click()
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
})

test('nobody checks out without signing in, or with an empty cart', async ({ page, t }) => {
  await page.goto('/user/checkout')
  await expect(page).toHaveURL(/\/user\/login/)
  await expect(page.getByText(t('access.login_needed'))).toBeVisible()
  await newCustomer(page.request)
  await page.goto('/user/checkout')
  await expect(page.getByText(t('access.cart_empty'))).toBeVisible()
})
