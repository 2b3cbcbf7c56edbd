import type { APIRequestContext, Page } from '@playwright/test'
import { anAdmin, decide, newStore } from '../fixtures/owner.ts'
import { expect, test } from '../fixtures/shop.ts'
import { fresh, PASSWORD } from '../fixtures/shopper.ts'

const main = (page: Page) => page.getByRole('main')

async function addProduct(admin: APIRequestContext, store: string, name: string) {
  const { csrfToken } = (await (await admin.get('/api/get-csrf-token')).json()) as {
    csrfToken: string
  }
  const fields = {
    store,
    english_name: name,
    arabic_name: name,
    english_description: 'Soft soap.',
    arabic_description: 'صابون ناعم.',
    brand: 'dove',
    category: 'hygiene',
    code: fresh().toUpperCase(),
    price: '4.00',
    discount: '0',
    quantity: '12',
  }
  const answer = await admin.post('/api/product/new', {
    headers: { 'CSRF-Token': csrfToken },
    multipart: Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [`product[${field}]`, value]),
    ),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('an owner raises the prices of several products after a preview, and takes it back', async ({
  page,
  somebody,
  t,
  signIn,
  expectAccessible,
}) => {
  const admin = await anAdmin(somebody)
  const store = await newStore(await somebody())
  await decide(admin, 'store', store.id, 'approved')
  await addProduct(admin, store.id, 'Soap A')
  await addProduct(admin, store.id, 'Soap B')
  await signIn(store.username, PASSWORD)
  await page.goto(`/store/${store.id}/products`)

  await main(page)
    .getByRole('checkbox', { name: t('product.bulk_select_all') })
    .check()
  await expect(main(page).getByText(t('product.bulk_selected', { count: 2 }))).toBeVisible()
  await main(page).locator('[name=bulk_value]').fill('10')
  await expectAccessible()
  await main(page)
    .getByRole('button', { name: t('product.bulk_preview') })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$4.40').first()).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: t('product.bulk_apply', { count: 2 }) }).click()
  await expect(main(page).getByText(t('product.bulk_done', { count: 2 }))).toBeVisible()
  const price = main(page).locator('[name=price]').first()
  await expect(price).toHaveValue('4.40')
  await expectAccessible()

  await main(page)
    .getByRole('button', { name: t('product.bulk_undo'), exact: true })
    .click()
  await expect(main(page).getByText(t('product.bulk_done', { count: 2 }))).toHaveCount(0)
  await expect(price).toHaveValue('4.00')
})
