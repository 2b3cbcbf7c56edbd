import { expect, test } from '../fixtures/shop.ts'
import { newOrder } from '../fixtures/shopper.ts'

test('an order comes in by itself, is found, moved on and called off', async ({
  page,
  somebody,
  t,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin')
  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { name: t('admin.orders'), level: 1 })).toBeVisible()
  const { number } = await newOrder(await somebody(), 'اتصل قبل الوصول')
  const row = page.getByRole('link', { name: number })
  await expect(row).toBeVisible()
  await expectAccessible()

  await page.getByRole('searchbox', { name: t('admin.orders_search') }).fill(number.slice(2))
  await page.getByRole('searchbox', { name: t('admin.orders_search') }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${number.slice(2)}`))
  await row.click()
  await expect(page.getByText('اتصل قبل الوصول')).toBeVisible()
  await expect(
    page.getByRole('link', { name: t('admin.order_call', { phone: '+961 71234567' }) }),
  ).toHaveAttribute('href', 'tel:+96171234567')
  await expectAccessible()

  const move = (status: string) =>
    page.getByRole('button', {
      name: t('admin.order_move', { status: t(`order.status_${status}`) }),
    })
  await move('confirmed').click()
  await expect(move('preparing')).toBeVisible()
  await expect(move('delivered')).toHaveCount(0)
  await page.getByRole('button', { name: t('order.cancel') }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.locator('[name=note]').fill('لا أحد في المنزل')
  await expectAccessible()
  await dialog.getByRole('button', { name: t('order.cancel') }).click()
  await expect(page.getByText(t('admin.order_done'))).toBeVisible()
  await expect(page.getByText('لا أحد في المنزل')).toBeVisible()
})

test('the statuses filter the list, and the address keeps the filter', async ({
  page,
  somebody,
  t,
  signIn,
}) => {
  const { number } = await newOrder(await somebody())
  await signIn('admin')
  await page.goto('/admin/orders?status=placed')
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await page
    .getByRole('navigation', { name: t('admin.filter_status') })
    .getByRole('link', { name: t('order.status_delivered') })
    .click()
  await expect(page).toHaveURL(/status=delivered/)
  await expect(page.getByRole('link', { name: number })).toHaveCount(0)
})

test('the admin order list is forbidden to customers', async ({ page, t, signIn }) => {
  await signIn('layla')
  await page.goto('/admin/orders')
  await expect(page.getByRole('alert').filter({ hasText: t('access.forbidden') })).toBeVisible()
})
