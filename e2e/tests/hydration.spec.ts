import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/shop.ts'
import { call, newCustomer } from '../fixtures/shopper.ts'

/**
 * Every screen that the server renders is taken over unchanged, whoever looks at it and whenever
 * it becomes known who that is. The page fixture fails a test on any recoverable React error.
 */
const screens = [
  '/',
  '/product/category/vitamins',
  '/product/discounts',
  '/brand/panadol',
  '/search-results?q=panadol',
  '/about',
  '/contact',
  '/privacy',
  '/no/such/page',
  '/product/no-such-product',
]

/** A customer with an address, one product in the cart and the same one on the wishlist. */
async function customerWithThings(page: Page): Promise<string> {
  await newCustomer(page.request)
  const [product] = (await (await page.request.get('/api/product/all?limit=24')).json()) as {
    id: string
    in_stock: boolean
  }[]
  const productID = product?.id ?? ''
  await call(page.request, 'PUT', '/api/user/cart', { productId: productID, quantity: 1 })
  await call(page.request, 'PUT', '/api/user/addToWishlist', { productID })
  return productID
}

/** The answer is there in the same moment in which it is asked for, before anything else happens. */
async function answerAtOnce(page: Page, status: string): Promise<void> {
  await page.addInitScript((body) => {
    const plain = window.fetch
    window.fetch = async (...call) => {
      const address = call[0] instanceof Request ? call[0].url : String(call[0])
      if (!address.endsWith('/api/user/status')) return plain(...call)
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
  }, status)
}

/** Slows the page down as a cheap phone would be: there is time for an answer between two steps. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

test.describe('hydration for someone signed in', () => {
  test.slow()

  test('status answered at once: no screen is rendered anew', async ({ page, t, tolerate }) => {
    tolerate(/status of 404/)
    const product = await customerWithThings(page)
    const status = await (await page.request.get('/api/user/status')).text()
    await answerAtOnce(page, status)
    await slowDown(page)
    for (const screen of [...screens, `/product/${product}`]) {
      await page.goto(screen)
      await expect(
        page.getByRole('link', { name: t('nav.cart_count', { count: 1 }) }).first(),
      ).toBeAttached()
    }
  })

  test('status answered late: the page lives, then becomes personal', async ({ page, t }) => {
    const product = await customerWithThings(page)
    for (const screen of ['/', `/product/${product}`, '/product/category/vitamins']) {
      let answer = () => {}
      const asked = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/api/user/status', async (route) => {
        await asked
        await route.continue()
      })
      await page.goto(screen)
      await expect(page.locator('html[data-alive]')).toBeAttached()
      answer()
      await expect(
        page.getByRole('link', { name: t('nav.cart_count', { count: 1 }) }).first(),
      ).toBeAttached()
      await page.unroute('**/api/user/status')
    }
  })

  test('status never answered: the page lives all the same', async ({ page, t }) => {
    const product = await customerWithThings(page)
    await page.route('**/api/user/status', () => {})
    for (const screen of ['/', `/product/${product}`, '/product/category/vitamins']) {
      await page.goto(screen)
      await expect(page.locator('html[data-alive]')).toBeAttached()
      await expect(
        page.getByRole('button', { name: t('product.add_to_cart') }).first(),
      ).toBeEnabled()
    }
  })
})

test.describe('the page fixture', () => {
  test.fail(true, 'the page differs from what React renders, which must fail any test')

  test('fails a test on an error that React recovers from', async ({ page, tolerate }) => {
    tolerate(/./)
    await page.route(/\/about$/, async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(/(<h1[^>]*>)[^<]+/, '$1Not what React renders')
      await route.fulfill({ response: answer, body: html })
    })
    await page.goto('/about')
    await expect(page.locator('html[data-alive]')).toBeAttached()
  })
})
