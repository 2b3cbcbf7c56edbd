import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { untilPainted } from '../fixtures/painted.ts'
import { expect, test } from '../fixtures/shop.ts'
import { addToCart, call, newCustomer, placeOrder } from '../fixtures/shopper.ts'

/** The pictures of orders in docs/stores.md, on a phone in both languages. `make screenshots` renews them. */
test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
})

test('an owner’s orders', async ({ page, signIn, somebody, language, t }) => {
  await signIn('karim')
  const { stores } = (await (await page.request.get('/api/user/stores')).json()) as {
    stores: { id: string; name: string }[]
  }
  const store = stores.find(({ name }) => name === 'Cedars Pharmacy')?.id ?? ''
  const sold = await page.request.get(`/api/store/${store}/products`)
  const products = (await sold.json()) as { id: string; english_name: string }[]
  const customer = await somebody()
  await newCustomer(customer)
  for (const { id } of products.slice(0, 2)) await addToCart(customer, id, 2)
  const { number } = await placeOrder(customer)
  const list = await page.request.get(`/api/store/${store}/orders?q=${number}`)
  const { orders } = (await list.json()) as { orders: { _id: string }[] }
  const part = orders[0]?._id ?? ''
  const main = page.getByRole('main')

  await page.goto(`/store/${store}/orders`)
  await expect(main.getByText(`#${number}`)).toBeVisible()
  await picture(page, `stores-desk-${language}`)

  await page.goto(`/store/${store}/orders?order=${part}`)
  await main.getByRole('button', { name: t('desk.reduce'), exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox').first().selectOption('1')
  await picture(page, `stores-missing-${language}`)

  await page.goto(`/store/${store}/phone-order`)
  const who = main.getByRole('search', { name: t('phone_order.phone') })
  await who.getByRole('searchbox').fill('71 234 567')
  await who.getByRole('button').click()
  const what = main.getByRole('search', { name: t('phone_order.find_product') })
  await what.getByRole('searchbox').fill(products[0]?.english_name ?? '')
  await what.getByRole('button').click()
  await main
    .getByRole('list', { name: t('phone_order.found') })
    .getByRole('button')
    .first()
    .click()
  await expect(main.getByRole('list', { name: t('phone_order.lines') })).toBeVisible()
  await picture(page, `stores-phone-order-${language}`)

  for (const status of ['confirmed', 'preparing', 'out_for_delivery', 'delivered'])
    await call(page.request, 'PUT', `/api/store/${store}/fulfilment/${part}/status`, { status })
  await page.goto(`/store/${store}/orders?status=all&order=${part}`)
  await main.getByRole('button', { name: t('refund.give') }).click()
  await page.getByRole('dialog').getByRole('combobox').first().selectOption('1')
  await picture(page, `stores-refund-${language}`)
})

/** Writes what the phone shows as a small file. */
async function picture(page: Page, name: string): Promise<void> {
  await untilPainted(page)
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  const file = new URL(`../../docs/screenshots/${name}-phone.webp`, import.meta.url)
  writeFileSync(fileURLToPath(file), Buffer.from(data, 'base64'))
}
