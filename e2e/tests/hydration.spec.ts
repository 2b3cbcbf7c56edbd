import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { call, newCustomer } from '../fixtures/shopper.ts'

/**
 * Every screen that the server renders is hydrated unchanged, whoever looks at it and whenever it
 * becomes known who that is. The page fixture fails a test on any recoverable React error and on
 * any console error.
 */
const PRODUCT = 'pan-joint-24'
/** An address of each screen of web/src/app/server-screens.ts, by the name of its chunk. */
const screens: Readonly<Record<string, readonly string[]>> = {
  about: ['/about'],
  app: ['/app'],
  brand: ['/brand/panadol'],
  concern: ['/concern/cough'],
  contact: ['/contact'],
  home: ['/', '/no/such/page'],
  'pharmacy-owners': ['/pharmacy-owners'],
  privacy: ['/privacy'],
  'product-category': ['/product/category/vitamins', '/product/category/vitamins?page=2&sort=name'],
  'product-detail': [`/product/${PRODUCT}`, '/product/no-such-product'],
  'product-discounts': ['/product/discounts'],
  'search-results': ['/search-results?q=panadol', '/search-results?q=zzzzzz'],
  'secure-payment': ['/secure-payment'],
  terms: ['/terms'],
}
const addresses = Object.values(screens).flat()

test('every screen that the server renders is opened here', () => {
  const table = readFileSync(
    new URL('../../web/src/app/server-screens.ts', import.meta.url),
    'utf8',
  ).replace(/^[^]*export const serverScreens[^{]*\{/, '')
  const names = [...table.matchAll(/^ {2}(?:'([\w-]+)'|(\w+))[:,]/gm)].map(
    ([, quoted, plain]) => quoted ?? plain,
  )
  expect(names).toEqual(Object.keys(screens))
})

/** A customer with an address, one product in the cart and the same one on the wishlist. */
async function becomeCustomer(page: Page): Promise<void> {
  await newCustomer(page.request)
  await call(page.request, 'PUT', '/api/user/cart', { productId: PRODUCT, quantity: 1 })
  await call(page.request, 'PUT', '/api/user/addToWishlist', { productID: PRODUCT })
}

const people: readonly [name: string, become: (page: Page) => Promise<void>][] = [
  ['a visitor', async () => {}],
  ['a customer with an address, a cart and a wishlist', becomeCustomer],
]

/** Waits until the page shows who looks at it: the counts of a customer, or the ways in of a visitor. */
async function expectPersonal(page: Page, t: Text, isCustomer: boolean): Promise<void> {
  const sign = isCustomer
    ? page.getByRole('link', { name: t('nav.wishlist_count', { count: 1 }) })
    : page.getByRole('banner').getByRole('link', { name: t('nav.sign_in') })
  await expect(sign.first()).toBeAttached()
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
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Opens an address and waits until the page is hydrated. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('html[data-alive]')).toBeAttached()
}

for (const [person, become] of people) {
  const isCustomer = become === becomeCustomer
  test.describe(`hydration for ${person}`, () => {
    test.beforeEach(async ({ page, tolerate }) => {
      tolerate(/status of 404/)
      await become(page)
    })

    test('status answered at once: no screen is rendered again', async ({ page, t }) => {
      await answerAtOnce(page, await (await page.request.get('/api/user/status')).text())
      await slowDown(page)
      for (const address of addresses) {
        await open(page, address)
        await expectPersonal(page, t, isCustomer)
      }
    })

    test('status answered late: every screen is alive and works before, personal after', async ({
      page,
      t,
    }) => {
      let answer: () => void = () => {}
      let asked = Promise.resolve()
      await page.route('**/api/user/status', async (route) => {
        await asked
        await route.continue()
      })
      for (const address of addresses) {
        asked = new Promise<void>((resolve) => (answer = resolve))
        await open(page, address)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        if (address === `/product/${PRODUCT}`) {
          await expect(
            page.getByRole('button', { name: t('product.add_to_cart') }).first(),
          ).toBeEnabled()
        }
        answer()
        await expectPersonal(page, t, isCustomer)
      }
    })
  })
}

test.describe('the page fixture', () => {
  test.fail(true, 'the page differs from what React renders, which must fail any test')

  test('fails a test on an error that React recovers from', async ({ page, tolerate }) => {
    tolerate(/./)
    await page.route(/\/about$/, async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(/(<h1[^>]*>)[^<]+/, '$1Not what React renders')
      await route.fulfill({ response: answer, body: html })
    })
    await open(page, '/about')
  })
})
