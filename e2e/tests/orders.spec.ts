import { expect, test } from '../fixtures/shop.ts'
import { addToCart, newCustomer, placeOrder } from '../fixtures/shopper.ts'

const PRODUCT = 'pan-advance-24'

test('without orders the history says so', async ({ page, t, expectAccessible }) => {
  await newCustomer(page.request)
  await page.goto('/user/order-history')
  await expect(page.getByText(t('order.empty'))).toBeVisible()
  await expectAccessible()
})

test('from the history to the order, its products and its progress', async ({
  page,
  t,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT, 2)
  const { number } = await placeOrder(page.request)
  await page.goto('/user/order-history')
  await expect(
    page.getByText(t('order.status', { status: t('order.status_placed') })),
  ).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: t('order.number', { number }) }).click()

  await expect(page).toHaveURL(`/order/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  const row = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(row.getByRole('link')).toHaveAttribute('href', `/product/${PRODUCT}`)
  await expect(row).toContainText('$2.75')
  await expect(
    page.getByRole('list', { name: t('order.timeline') }).getByRole('listitem'),
  ).toHaveCount(5)
  await expect(page.getByText('+961 71234567')).toBeVisible()
  await expectAccessible()
})

test('on paper there is the receipt and nothing of the shop around it', async ({ page, t }) => {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT)
  const { number } = await placeOrder(page.request)
  await page.goto(`/order/${number}`)
  await expect(page.getByRole('button', { name: t('order.print_receipt') })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(t('order.receipt'), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByText('$4.75')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: t('order.print_receipt') })).toBeHidden()
})

test('an order is called off after a question, and ordered again into the cart', async ({
  page,
  t,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT)
  const { number } = await placeOrder(page.request)
  await page.goto(`/order/${number}`)
  await page.getByRole('button', { name: t('order.cancel') }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(t('order.cancel_confirm'))).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: t('order.cancel') }).click()
  await expect(page.getByText(t('done.order_cancelled'))).toBeVisible()
  await expect(
    page.getByText(t('order.status', { status: t('order.status_cancelled') })),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('order.cancel') })).toHaveCount(0)

  await page.getByRole('button', { name: t('order.again') }).click()
  await expect(page.getByText(t('done.order_again'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: t('cart.view') }).click()
  await expect(page).toHaveURL('/user/cart')
})

test("somebody else's order is not there, calmly", async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/404/)
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT)
  const { number } = await placeOrder(page.request)
  await page.context().clearCookies({ name: 'dawa_session' })
  await newCustomer(page.request)
  await page.goto(`/order/${number}`)
  await expect(page.getByRole('heading', { name: t('order.not_found') })).toBeVisible()
  await expectAccessible()
})
