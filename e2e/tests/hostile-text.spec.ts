import type { APIRequestContext, Page } from '@playwright/test'
import { hostileTexts } from '../fixtures/hostile.ts'
import { expect, test } from '../fixtures/shop.ts'
import { register } from '../fixtures/shopper.ts'

// These tests spoil the shop they run in.
test.use({ ownShop: { name: 'hostile', args: [] } })
test.describe.configure({ mode: 'serial' })

/** What a text may be where it is saved: taken, or refused with a reason; never a fault. */
async function offer(
  request: APIRequestContext,
  method: 'POST' | 'PUT',
  path: string,
  data: unknown,
): Promise<boolean> {
  const { csrfToken } = (await (await request.get('/api/get-csrf-token')).json()) as {
    csrfToken: string
  }
  const answer = await request.fetch(path, {
    method,
    data,
    headers: { 'CSRF-Token': csrfToken },
    failOnStatusCode: false,
  })
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(500)
  expect([200, 201, 400, 409, 429]).toContain(answer.status())
  return answer.ok()
}

async function nothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
}

async function see(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await nothingRan(page)
}

interface Known {
  _id: string
  [field: string]: unknown
}

test('hostile texts in products are shown as texts, wherever products are shown', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const list = await page.request.get('/api/admin/products?limit=60')
  const products = (await list.json()) as { product?: Known }[] | Known[]
  const ids = products.map(
    (row) => ('product' in row ? (row.product as Known) : (row as Known))._id,
  )
  expect(ids.length).toBeGreaterThanOrEqual(hostileTexts.length)
  let taken = 0
  for (const [index, text] of hostileTexts.entries()) {
    const id = ids[index] ?? ''
    const detail = (await (await page.request.get(`/api/product/${id}`)).json()) as {
      product: Known
    }
    const product = {
      ...detail.product,
      english_name: text,
      arabic_name: text,
      english_description: text,
      arabic_description: text,
      english_usage: text,
      arabic_warnings: text,
      brand: text.slice(0, 60).toLowerCase(),
    }
    if (await offer(page.request, 'PUT', `/api/product/${id}`, { product })) taken++
  }
  // Most are lawful names for a product: a shop may sell `<`.
  expect(taken).toBeGreaterThan(40)

  for (const id of ids.slice(0, hostileTexts.length)) await see(page, `/product/${id}`)
  for (const category of [
    'pain_killers',
    'vitamins',
    'colds',
    'body_care',
    'hygiene',
    'first_aid',
  ]) {
    await see(page, `/product/category/${category}`)
    await see(page, `/product/category/${category}?page=2`)
  }
  await see(page, '/')
  await see(page, '/product/discounts')
  await see(page, '/admin/products')
  await see(page, '/admin/translations')
  await see(page, `/product/edit/${ids[0] ?? ''}`)
})

test('hostile addresses and questions are shown as texts', async ({ page, tolerate }) => {
  tolerate(/status of 40\d/)
  for (const text of hostileTexts) {
    const word = encodeURIComponent(text)
    await see(page, `/search-results?q=${word}`)
  }
  for (const text of hostileTexts.slice(0, 12)) {
    const word = encodeURIComponent(text)
    await see(page, `/brand/${word}`)
    await see(page, `/product/${word}`)
    await see(page, `/product/category/vitamins?brands=${word}&sort=${word}`)
    await see(page, `/${word}`)
    await see(page, `/user/login?next=${word}`)
  }
})

test('hostile texts about people, addresses, stores and orders are shown as texts', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 40\d/)
  const { request } = page
  await register(request)
  for (const text of hostileTexts) {
    const place = { street: text, state: text, city: text, building: text }
    await offer(request, 'POST', '/api/user/editAccount', {
      user: { full_name: text, username: text, email: text },
    })
    await offer(request, 'POST', '/api/user/add-address', {
      address: { ...place, floor: 1, extra_info: text },
    })
    await offer(request, 'POST', '/api/store/add', {
      store: { name: text, ...place, phone_nb: '03123456', description: text },
    })
    await offer(request, 'POST', '/api/contact', { name: text, email: text, message: text })
  }
  await offer(request, 'PUT', '/api/user/cart', { productId: 'pan-extra-24', quantity: 1 })
  await offer(request, 'POST', '/api/user/checkout', {
    data: {
      address: {
        first_name: hostileTexts[0],
        last_name: hostileTexts[6],
        street: 'Bliss',
        city: 'Beirut',
        building: 'Blue',
        floor: 1,
        phone_nb: '71234567',
        extra_info: hostileTexts.slice(0, 3).join(' '),
      },
      payment: { method: 'cash' },
    },
  })
  for (const path of ['addresses', 'account', 'stores', 'order-history', 'cart', 'checkout']) {
    await see(page, `/user/${path}`)
  }
})

test('hostile texts are shown as texts on the admin screens', async ({ page, signIn }) => {
  await signIn('admin')
  const body = hostileTexts.join('\n\n')
  await offer(page.request, 'PUT', '/api/admin/notice/terms', {
    english: body,
    arabic: body,
    version: 0,
  })
  for (const path of [
    '/terms',
    '/admin/notice/terms',
    '/admin',
    '/admin/orders',
    '/admin/approvals',
    '/dev/mail',
  ]) {
    await page.goto(path)
    await expect(page.locator('body')).toBeVisible()
    await nothingRan(page)
  }
})
