import type { Locator, Page } from '@playwright/test'
import { anAdmin, changeProduct, newProduct, newStore } from '../fixtures/owner.ts'
import { expect, test } from '../fixtures/shop.ts'
import { newOrder } from '../fixtures/shopper.ts'

const main = (page: Page): Locator => page.getByRole('main')
const screens = ['', '/products', '/approvals', '/import', '/translations', '/mail']

test('the overview counts today’s orders and leads to what needs doing', async ({
  page,
  somebody,
  t,
  signIn,
  expectAccessible,
}) => {
  await newOrder(await somebody())
  await signIn('admin')
  await page.goto('/admin')
  await expect(
    main(page).getByRole('heading', { name: t('admin.overview'), level: 1 }),
  ).toBeVisible()
  const today = main(page).getByRole('link', { name: t('admin.orders_today_label') })
  await expect(today).toContainText(/[1-9]/)
  await expect(main(page).getByRole('img').first()).toBeVisible()
  await main(page).getByText(t('admin.as_table')).click()
  await expect(main(page).getByRole('table').getByRole('row')).toHaveCount(31)
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('common.show_all') })
    .click()
  await expect(page).toHaveURL('/admin/products?stock=low')
  // The filters fold on a phone: products begin on the first screen.
  await expect(main(page).getByRole('row').nth(1)).toBeInViewport()
  await page
    .getByRole('navigation', { name: t('admin.title') })
    .getByRole('link', { name: t('admin.orders'), exact: true })
    .click()
  await expect(page).toHaveURL('/admin/orders')
})

test('price and stock change in the table; the same number changed twice is asked about', async ({
  page,
  somebody,
  t,
  language,
  tolerate,
  signIn,
  expectAccessible,
}) => {
  const other = await anAdmin(somebody)
  const product = await newProduct(other)
  const name = language === 'arabic' ? `شراب ${product.code}` : product.name
  await signIn('admin')
  await page.goto('/admin/products')
  const search = main(page).getByRole('searchbox', { name: t('admin.products_search') })
  await search.fill(product.code)
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${product.code}`))
  const price = main(page).getByRole('textbox', { name: t('admin.edit_price', { name }) })
  const stock = main(page).getByRole('textbox', { name: t('admin.edit_stock', { name }) })
  await expect(price).toHaveValue('6.50')
  // What was shown before the search is dimmed until its answer is there.
  await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible()
  await price.fill('٧٫٢٥')
  await price.press('Enter')
  await expect(price).toHaveValue('7.25')
  await expect(main(page).getByText(t('done.saved'))).toHaveCount(1)

  const now = async () =>
    (
      (await (await other.get(`/api/admin/products?q=${product.code}`)).json()) as {
        version: number
        product: { price: number; nb_in_stock: number }
      }[]
    )[0]
  expect((await now())?.product.price).toBe(7.25)

  tolerate(/409/)
  await stock.fill('40')
  const { csrfToken } = (await (await other.get('/api/get-csrf-token')).json()) as {
    csrfToken: string
  }
  await other.patch(`/api/admin/product/${product.id}`, {
    headers: { 'CSRF-Token': csrfToken },
    data: { nb_in_stock: 30, version: (await now())?.version },
  })
  await stock.press('Enter')
  await expect(main(page).getByText(t('admin.clash_title', { name }))).toBeVisible()
  await expect(stock).toHaveValue('30')
  await expectAccessible()
  await main(page)
    .getByRole('button', { name: t('product.keep_mine') })
    .click()
  await expect(stock).toHaveValue('40')
  await expect.poll(async () => (await now())?.product.nb_in_stock).toBe(40)
})

test('a store is rejected with a reason and another approved, and both leave the list', async ({
  page,
  somebody,
  t,
  signIn,
  expectAccessible,
}) => {
  const first = await somebody()
  const bad = await newStore(first)
  const second = await somebody()
  const good = await newStore(second)
  await signIn('admin')
  await page.goto('/admin/approvals')
  await main(page)
    .getByRole('button', { name: `${t('admin.reject')}: ${bad.name}` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('admin.reject') }).click()
  await expect(dialog.getByText(t('admin.reject_reason_blank'))).toBeVisible()
  await dialog.locator('[name=reason]').fill('No licence')
  await expectAccessible()
  await dialog.getByRole('button', { name: t('admin.reject') }).click()
  await expect(main(page).getByText(bad.name)).toHaveCount(0)
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: good.name })
    .locator('[name=licence_no]')
    .fill('OPL-2042')
  await main(page)
    .getByRole('button', { name: `${t('admin.approve')}: ${good.name}` })
    .click()
  await expect(main(page).getByText(good.name)).toHaveCount(0)

  const status = async (request: typeof first) =>
    (
      (await (await request.get('/api/user/stores')).json()) as {
        stores: { status: string; reason?: string }[]
      }
    ).stores[0]
  expect(await status(first)).toMatchObject({ status: 'rejected', reason: 'No licence' })
  expect(await status(second)).toMatchObject({ status: 'approved' })
})

test('the catalogue goes out as CSV and comes back; a bad row is named and nothing changes', async ({
  page,
  t,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin')
  await page.goto('/admin/import')
  const downloading = page.waitForEvent('download')
  await main(page)
    .getByRole('link', { name: t('admin.export') })
    .click()
  const file = await (await downloading).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  const csv = Buffer.concat(chunks)
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = csv.toString('utf8')
  expect(text).toContain('بنادول')
  await expectAccessible()

  const choose = (name: string, buffer: Buffer) =>
    main(page).locator('[name=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  const check = main(page).getByRole('button', { name: t('admin.import_check') })
  const broken = text.replace(/,(\d+\.\d\d),/, ',lots,')
  expect(broken).not.toBe(text)
  await choose('broken.csv', Buffer.from(broken))
  await check.click()
  await expect(main(page).getByText(t('rule.price_money'))).toBeVisible()
  await expect(main(page).getByText('lots')).toBeVisible()
  await expect(main(page).getByRole('button', { name: t('admin.import_run') })).toHaveCount(0)
  await expectAccessible()

  await choose('catalogue.csv', csv)
  await check.click()
  await main(page)
    .getByRole('button', { name: t('admin.import_run') })
    .click()
  await expect(main(page).getByText(t('admin.import_done', { count: 0 }))).toBeVisible()
  await expect(main(page).getByText(t('admin.import_changed', { count: 0 }))).toBeVisible()
})

test('the meter tells a strength that differs between the languages', async ({
  page,
  somebody,
  signIn,
  expectAccessible,
}) => {
  const other = await anAdmin(somebody)
  const product = await newProduct(other)
  await changeProduct(other, product.id, {
    english_name: `${product.name} 500 mg`,
    arabic_name: `شراب ${product.code} ٢٥٠ ملغ`,
  })
  await signIn('admin')
  await page.goto('/admin/translations')
  const row = main(page).getByRole('link', { name: product.name })
  await expect(row).toContainText('500')
  await expectAccessible()
  await row.click()
  await expect(page).toHaveURL(`/product/edit/${product.id}`)
})

test('undelivered mail: none at first, and one is sent again', async ({
  page,
  t,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin')
  await page.goto('/admin')
  await page.getByRole('link', { name: t('admin.group_shop'), exact: true }).click()
  await page.getByRole('link', { name: t('admin.mail'), exact: true }).click()
  await expect(page).toHaveURL('/admin/mail')
  await expect(main(page).getByText(t('admin.mail_none'))).toBeVisible()

  // Three days without a mail server are too long for a test: the answers are made here.
  let queued = false
  await page.route('**/api/admin/mail/undelivered?*', (route) =>
    route.fulfill({
      json: queued
        ? []
        : [
            {
              id: 'm1',
              about: 'order',
              reason: '550 no such mailbox',
              attempts: 3,
              queued_at: '2026-11-12T10:00:00Z',
            },
          ],
      headers: { 'X-Total-Count': queued ? '0' : '1' },
    }),
  )
  await page.route('**/api/admin/mail/undelivered/m1/retry', (route) => {
    queued = true
    return route.fulfill({ json: { success: true, code: 'mail_queued', message: '' } })
  })
  await page.reload()
  await expect(main(page).getByText('550 no such mailbox')).toBeVisible()
  await expectAccessible()
  await main(page)
    .getByRole('button', { name: t('admin.mail_again') })
    .click()
  await expect(page.getByText(t('done.mail_queued'))).toBeVisible()
  await expect(main(page).getByText(t('admin.mail_none'))).toBeVisible()
})

test('every admin screen is forbidden to customers', async ({ page, t, signIn }) => {
  await signIn('layla')
  for (const path of screens) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('alert').filter({ hasText: t('access.forbidden') })).toBeVisible()
  }
})
