import { anAdmin, decide, newStore, storeProduct } from '../fixtures/owner.ts'
import { expect, test } from '../fixtures/shop.ts'
import { addToCart, call, fresh, newCustomer, placeOrder } from '../fixtures/shopper.ts'

test('a courier delivers while the line is cut, and the cash is written down once', async ({
  page,
  context,
  somebody,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/net::|Failed to load|Failed to fetch/)
  const admin = await anAdmin(somebody)
  const { id: store, username } = await newStore(page.request)
  await decide(admin, 'store', store, 'approved')
  const product = await storeProduct(page.request, store)
  await decide(admin, 'product', product, 'approved')
  const customer = await somebody()
  await newCustomer(customer)
  await expect.poll(async () => (await customer.get(`/api/product/${product}`)).ok()).toBe(true)
  await addToCart(customer, product)
  const { number } = await placeOrder(customer)
  const path = `/api/store/${store}`
  const { orders } = (await (await page.request.get(`${path}/orders`)).json()) as {
    orders: { _id: string }[]
  }
  const parcel = orders[0]?._id
  for (const status of ['confirmed', 'preparing'])
    await call(page.request, 'PUT', `${path}/fulfilment/${parcel}/status`, { status })

  // The owner hands out the float, and drives.
  const main = page.getByRole('main')
  await page.goto(`/store/${store}/shifts`)
  await main.getByLabel(t('shift.courier')).selectOption({ index: 1 })
  await main.getByLabel(t('shift.float_usd')).fill('20')
  await main.getByLabel(t('shift.float_lbp')).fill('500,000')
  await main.getByRole('button', { name: t('shift.open'), exact: true }).click()
  await expect(main.getByRole('heading', { name: username, level: 1 })).toBeVisible()
  await expectAccessible()
  const shift = new URL(page.url()).searchParams.get('shift')

  await page.goto(`/store/${store}/shift`)
  await main.getByRole('button', { name: t('shift.take_number', { number }) }).click()
  await main.getByRole('button', { name: t('shift.delivered'), exact: true }).click()
  await expectAccessible()
  await context.setOffline(true)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('shift.received_usd')).fill('10')
  await expect(dialog.getByText(t('shift.give_back'))).toBeVisible()
  await dialog.getByRole('button', { name: t('shift.delivered'), exact: true }).click()
  await expect(main.getByText(t('shift.waits'), { exact: true })).toBeVisible()
  await expect(main.getByText(t('shift.all_sent'))).toBeHidden()
  await context.setOffline(false)
  await expect(main.getByText(t('shift.all_sent'))).toBeVisible()
  await expect(main.getByText(t('shift.delivered'), { exact: true })).toBeVisible()

  // Somebody else counts, signs off, and sees each movement once.
  const one = `${path}/shift/${shift}`
  const read = async () =>
    (await (await admin.get(one)).json()) as {
      shift: { expected: { usd: number; lbp: number }; version: number }
      movements: { kind: string }[]
    }
  const before = await read()
  expect(before.movements.filter(({ kind }) => kind === 'received')).toHaveLength(1)
  await call(admin, 'POST', `${one}/count`, { key: fresh(), counted: before.shift.expected })
  await call(admin, 'POST', `${one}/sign-off`, {
    key: fresh(),
    version: (await read()).shift.version,
  })
  await page.goto(`/store/${store}/shifts?shift=${shift}`)
  await expect(main.getByText(t('shift.state_closed'), { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: t('shift.count'), exact: true })).toHaveCount(0)
  await expectAccessible()
})
