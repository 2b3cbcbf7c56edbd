import type { APIRequestContext } from '@playwright/test'
import { mailedLink } from '../fixtures/mail.ts'
import { anAdmin, decide, newStore, storeProduct } from '../fixtures/owner.ts'
import { pdfText } from '../fixtures/pdf.ts'
import { expect, test } from '../fixtures/shop.ts'
import { addToCart, call, newCustomer, placeOrder } from '../fixtures/shopper.ts'

/** A store that sells one product; its owner is whoever asks. */
async function sellingStore(
  owner: APIRequestContext,
  admin: APIRequestContext,
): Promise<{ store: string; product: string; username: string }> {
  const { id: store, username } = await newStore(owner)
  await decide(admin, 'store', store, 'approved')
  const product = await storeProduct(owner, store)
  await decide(admin, 'product', product, 'approved')
  await expect.poll(async () => (await admin.get(`/api/product/${product}`)).ok()).toBe(true)
  return { store, product, username }
}

/** A new customer orders three pieces of what a store sells; the store's part of the order. */
async function ordered(
  customer: APIRequestContext,
  owner: APIRequestContext,
  { store, product }: { store: string; product: string },
): Promise<{ email: string; number: string; part: string }> {
  const username = await newCustomer(customer)
  await addToCart(customer, product, 3)
  const { number } = await placeOrder(customer)
  const list = await owner.get(`/api/store/${store}/orders?q=${number}`)
  const { orders } = (await list.json()) as { orders: { _id: string }[] }
  return { email: `${username}@example.com`, number, part: orders[0]?._id ?? '' }
}

test('a customer answers by the mailed link whether the rest of an order is welcome', async ({
  page,
  context,
  language,
  shop,
  somebody,
  t,
  expectAccessible,
}) => {
  const admin = await anAdmin(somebody)
  const selling = await sellingStore(page.request, admin)
  const { store, product } = selling
  const agreeing = await ordered(await somebody(), page.request, selling)
  const refusing = await ordered(await somebody(), page.request, selling)
  const main = page.getByRole('main')

  // The owner says on the desk what is missing.
  await page.goto(`/store/${store}/orders?order=${agreeing.part}`)
  await main.getByRole('button', { name: t('desk.reduce'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator(`[name="pieces ${product}"]`).selectOption('2')
  await dialog.getByRole('button', { name: t('desk.reduce_save') }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: t('desk.question_phone') })).toBeVisible()
  await call(page.request, 'PUT', `/api/store/${store}/fulfilment/${refusing.part}/lines`, {
    lines: [{ product, pieces: 1 }],
    quarantine: true,
  })

  // The link needs no account. The desk is closed first: it would ask on without its session.
  await page.goto('about:blank')
  await context.clearCookies()
  await context.addCookies([{ name: 'language', value: language, url: shop.url }])
  await page.goto(await mailedLink(admin, agreeing.email, 'order-answer'))
  await expect(main.getByText(t('order.question_title'))).toBeVisible()
  await expect(main.getByText(agreeing.number)).toBeVisible()
  await expectAccessible()
  await main.getByRole('button', { name: t('order.question_agree') }).click()
  await expect(main.getByText(t('order.question_agreed'))).toBeVisible()
  await page.reload()
  await expect(main.getByText(t('order.question_agreed'))).toBeVisible()
  await expect(main.getByRole('button', { name: t('order.question_refuse') })).toHaveCount(0)
  await expectAccessible()

  await page.goto(await mailedLink(admin, refusing.email, 'order-answer'))
  await main.getByRole('button', { name: t('order.question_refuse') }).click()
  await expect(main.getByText(t('order.question_refused'))).toBeVisible()

  const statuses = await Promise.all(
    [agreeing, refusing].map(async ({ part }) => {
      const answer = await admin.get(`/api/store/${store}/fulfilment/${part}`)
      const { order } = (await answer.json()) as { order: { status: string; subtotal: number } }
      return [order.status, order.subtotal]
    }),
  )
  expect(statuses).toEqual([
    ['placed', 13],
    ['cancelled', 6.5],
  ])
})

test('a link that was made up asks nothing', async ({ page, t, tolerate }) => {
  tolerate(/404/)
  await page.goto('/order-answer/01234-1/made-up')
  await expect(page.getByRole('main').getByText(t('error.answer_link_invalid'))).toBeVisible()
})

test('the first screen of a desk shows orders; on a phone its days are behind a button', async ({
  page,
  isPhone,
  somebody,
  t,
  expectAccessible,
}) => {
  const admin = await anAdmin(somebody)
  const selling = await sellingStore(page.request, admin)
  const earlier = await ordered(await somebody(), page.request, selling)
  await ordered(await somebody(), page.request, selling)
  await page.goto(`/store/${selling.store}/orders`)
  const main = page.getByRole('main')
  // The list begins with the newest: the earlier one is its second row, above the bar at the end.
  const second = main.getByRole('link', { name: new RegExp(earlier.number) })
  await expect(second).toBeVisible()
  await expect
    .poll(() =>
      second.evaluate((row) => {
        const { x, y, width, height } = row.getBoundingClientRect()
        return [y + 8, y + height - 8].every((at) =>
          row.contains(document.elementFromPoint(x + width / 2, at)),
        )
      }),
    )
    .toBe(true)

  const from = main.getByLabel(t('admin.from_day'))
  const filters = main.getByRole('button', { name: t('list.filters') })
  if (!isPhone) {
    await expect(filters).toBeHidden()
    await expect(from).toBeVisible()
    return
  }
  await expect(from).toBeHidden()
  await filters.focus()
  await page.keyboard.press('Enter')
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await from.fill('2020-01-01')
  await expect(page).toHaveURL(/from=2020-01-01/)
  await expect(from).toBeVisible()
  await expect(filters).toContainText('(1)')
  await expectAccessible()
  await filters.click()
  await expect(from).toBeHidden()
  await expect(filters).toContainText('(1)')
})

test('an order is taken from a caller, and its slip and label are printed', async ({
  page,
  somebody,
  t,
  expectAccessible,
}) => {
  const admin = await anAdmin(somebody)
  const { store, username } = await sellingStore(page.request, admin)
  const main = page.getByRole('main')
  await page.goto(`/store/${store}/phone-order`)
  const who = main.getByRole('search', { name: t('phone_order.phone') })
  await who.getByRole('searchbox').fill('03 987 654')
  await who.getByRole('button').click()
  await expect(main.getByText(t('phone_order.new_caller'))).toBeVisible()
  const what = main.getByRole('search', { name: t('phone_order.find_product') })
  await what.getByRole('searchbox').fill('E2E')
  await what.getByRole('button').click()
  const found = main.getByRole('list', { name: t('phone_order.found') })
  await found.getByRole('button').first().click()
  await expect(main.getByRole('list', { name: t('phone_order.lines') })).toBeVisible()
  for (const [name, value] of Object.entries({
    first_name: 'Salma',
    last_name: 'Nassar',
    street: 'Hamra Street',
    city: 'Beirut',
    building: 'Cedar Building',
    floor: '2',
    note: 'Ring twice',
  })) {
    await main.locator(`[name="${name}"]`).fill(value)
  }
  await expectAccessible()
  await main.getByRole('button', { name: t('phone_order.place') }).click()
  await expect(main.getByText(t('phone_order.tell'))).toBeVisible()
  await expect(main.getByText('$8.50')).toBeVisible()
  await expectAccessible()
  await main.getByRole('link', { name: t('phone_order.open') }).click()
  await expect(main.getByText(t('phone_order.taken_by', { name: username }))).toBeVisible()
  const number = /\d{9}/.exec(await main.getByRole('heading', { level: 2 }).innerText())?.[0]
  expect(number).toBeDefined()
  for (const [paper, says] of [
    ['slip', 'Ring twice'],
    ['label', 'Nassar'],
  ] as const) {
    const desk = page.url()
    await main.getByRole('link', { name: t(`print.${paper}`) }).click()
    await expect(main.getByText(`#${number}`)).toBeVisible()
    const text = pdfText(await page.pdf({ preferCSSPageSize: true }))
    expect(text).toContain(number)
    expect(text).toContain(says)
    await page.goto(desk)
  }
})

test('an owner gives back what was paid in cash, once the delivery stands', async ({
  page,
  somebody,
  t,
  expectAccessible,
}) => {
  const admin = await anAdmin(somebody)
  const selling = await sellingStore(page.request, admin)
  const { store } = selling
  const customer = await somebody()
  const { number, part } = await ordered(customer, page.request, selling)
  for (const status of ['confirmed', 'preparing', 'out_for_delivery', 'delivered'])
    await call(page.request, 'PUT', `/api/store/${store}/fulfilment/${part}/status`, { status })
  const main = page.getByRole('main')
  await page.goto(`/store/${store}/orders?status=all&order=${part}`)
  await main.getByRole('button', { name: t('refund.give') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('refund.cash_text'))).toBeVisible()
  await dialog.getByLabel(t('refund.pieces')).selectOption('1')
  await dialog.getByRole('checkbox').check()
  await dialog.locator('[name="reason"]').fill('Arrived late and broken')
  await expectAccessible()
  await dialog.getByRole('button', { name: '$8.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByText('Arrived late and broken')).toBeVisible()
  await expect(main.getByText(t('refund.state_manual'), { exact: true })).toBeVisible()
  await expectAccessible()
  const { refunds } = (await (await customer.get(`/api/order/${number}/refunds`)).json()) as {
    refunds: { amount: number }[]
  }
  expect(refunds.map(({ amount }) => amount)).toEqual([8.5])
})
