import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/shop.ts'
import { addToCart, newCustomer, placeOrder } from '../fixtures/shopper.ts'

const PRODUCT = 'pan-extra-24'

/** The narrowest screen of WCAG 1.4.10, what is left of a laptop's screen at 200 %, and the usual ones. */
const sizes = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 640, height: 400 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

/** What WCAG 1.4.12 lets a reader set. */
const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

/** What does not fit into the page at its size. */
interface Misfits {
  /** How far the page can be scrolled sideways, in either direction. */
  sideways: number
  /** What the page shows beyond its edges, apart from rows that are meant to be scrolled. */
  cutOff: string[]
  /**
   * Texts that have less room than they need: choices of a list, hints in a field, words in a button or a
   * cell. Names and descriptions that are shortened on purpose end in dots and are told in full elsewhere.
   */
  cutWords: string[]
}

/** Looks at the whole page in one go: it is done at seven sizes of every screen. */
function misfits(page: Page): Promise<Misfits> {
  return page.evaluate(() => {
    function sideways(): number {
      const ends = [-2000, 2000].map((x) => {
        window.scrollTo(x, 0)
        return Math.abs(window.scrollX)
      })
      window.scrollTo(0, 0)
      return Math.max(...ends)
    }

    function cutOff(): string[] {
      const width = document.documentElement.clientWidth
      return [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
        .filter((element) => {
          const box = element.getBoundingClientRect()
          if (box.width === 0 || (box.left >= -1 && box.right <= width + 1)) return false
          for (let up = element.parentElement; up !== null; up = up.parentElement) {
            if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(up).overflowX))
              return false
          }
          return getComputedStyle(element).position !== 'fixed'
        })
        .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`)
    }

    function cutWords(): string[] {
      const pen = document.createElement('canvas').getContext('2d')
      function needs(text: string, style: CSSStyleDeclaration): number {
        if (pen === null) return 0
        pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        return pen.measureText(text).width
      }
      const found: string[] = []
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        const isField = element instanceof HTMLSelectElement || element instanceof HTMLInputElement
        const texts = isField ? [] : [...element.childNodes].filter((node) => node instanceof Text)
        if (
          (!isField && texts.length === 0) ||
          element.clientWidth <= 2 ||
          !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        )
          continue
        const style = getComputedStyle(element)
        const room =
          element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        if (element instanceof HTMLSelectElement) {
          // A filter's choice ends in dots; the chip above the list tells it in full.
          const filters =
            ['concern', 'form', 'suits'].includes(element.name) && element.form === null
          if (filters && style.textOverflow === 'ellipsis') continue
          // A list that only adds to what is chosen shows its first option at all times; the concern
          // of a missed search ends in dots once it is chosen.
          const adds = element.name === 'concerns' || element.name === 'concern'
          const shown = adds ? [...element.options].slice(0, 1) : element.options
          for (const { text } of shown) if (needs(text, style) > room + 1) found.push(text)
        } else if (element instanceof HTMLInputElement) {
          const hint = element.placeholder
          if (style.textOverflow !== 'ellipsis' && needs(hint, style) > room + 1) found.push(hint)
        } else if (style.overflowX === 'visible' && style.display !== 'inline') {
          for (const node of texts) {
            const words = document.createRange()
            words.selectNode(node)
            if (words.getBoundingClientRect().width > element.clientWidth + 2) found.push(node.data)
          }
        }
      }
      return found
    }

    return { sideways: sideways(), cutOff: cutOff(), cutWords: cutWords() }
  })
}

async function expectReflow(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      const where = `${path} at ${size.width} × ${size.height}`
      expect
        .soft(await misfits(page), where)
        .toEqual({ sideways: 0, cutOff: [], cutWords: [] } satisfies Misfits)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, spaced)
    const { sideways, cutOff } = await misfits(page)
    expect
      .soft({ sideways, cutOff }, `${path} with more space`)
      .toEqual({ sideways: 0, cutOff: [] })
  }
}

/** A route of the frontend's table (web/src/app) and where it is opened; `:id` and its like are filled in by the test. */
type Screens = Readonly<Record<string, string>>

const everybodys: Screens = {
  '/': '/',
  '/product/category/:category': '/product/category/pain_killers',
  '/product/discounts': '/product/discounts/',
  '/brand/:brand': '/brand/panadol',
  '/concern/:key': '/concern/fever',
  '/product/:id': `/product/${PRODUCT}`,
  '/product/notify/:id': `/product/notify/${PRODUCT}`,
  '/search-results': '/search-results?q=panadol',
  '/user/cart': '/user/cart',
  '/wishlist': '/wishlist',
  '/user/login': '/user/login',
  '/user/signup': '/user/signup',
  '/contact': '/contact',
  '/about': '/about',
  '/pharmacy-owners': '/pharmacy-owners',
  '/app': '/app',
  '/secure-payment': '/secure-payment',
  '/privacy': '/privacy',
  '/terms': '/terms',
  '/addstore': '/addstore',
  '*': '/no-such-page',
}

const customers: Screens = {
  '/user/checkout': '/user/checkout',
  '/user/account': '/user/account',
  '/user/addresses': '/user/addresses',
  '/user/add-address': '/user/add-address',
  '/user/address/:index': '/user/address/0',
  '/user/card': '/user/card',
  '/user/wishlist': '/user/wishlist',
  '/user/order-history': '/user/order-history',
  '/order/:orderNb': '/order/:orderNb',
  '/user/stores': '/user/stores',
  '/admin/product/new': '/admin/product/new',
}

const stores: Screens = Object.fromEntries(
  ['', '/edit', '/add-product', '/orders', '/phone-order', '/products', '/shift', '/shifts']
    .concat('/money', '/people')
    .map((screen) => [`/store/:id${screen}`, `/store/:id${screen}`]),
)

const admins: Screens = {
  ...Object.fromEntries(
    ['', '/orders', '/products', '/approvals', '/customers', '/stores', '/import', '/translations']
      .concat('/prices', '/payments', '/balances', '/mail', '/searches', '/advice', '/people')
      .concat('/signals', '/audit')
      .map((screen) => [`/admin${screen}`, `/admin${screen}`]),
  ),
  '/admin/customers/:id': '/admin/customers/:customer',
  '/admin/stores/:id': '/admin/stores/:store',
  '/admin/notice/:name': '/admin/notice/terms',
  '/product/edit/:id': `/product/edit/${PRODUCT}`,
}

/** Where a link from an email leads; what one sees without a valid one is a notice of the same width. */
const links: Screens = {
  '/join/:token': '/join/nothing',
  '/order-answer/:part/:token': '/order-answer/nothing/nothing',
  '/user/checkout/return': '/user/checkout/return?attempt=nothing',
  '/verify-email/:email/:token': '/verify-email/rana@example.com/nothing',
  '/unsubscribe/:token': '/unsubscribe/nothing',
  '/email-change/:token': '/email-change/nothing',
  '/resetpassword/:userID/:token': '/resetpassword/nothing/nothing',
}

test('every screen of the shop is measured', () => {
  const table = ['first-routes.ts', 'later-screens.ts']
    .map((file) => readFileSync(new URL(`../../web/src/app/${file}`, import.meta.url), 'utf8'))
    .join('')
  const routes = [...table.matchAll(/^ {4}path: '(.+)'/gm)].map(([, path]) => path)
  expect(routes.length).toBeGreaterThan(60)
  // Paper has its own sizes, in print.spec.ts.
  const measured = [
    '/store/:id/print/:fid',
    ...[everybodys, customers, stores, admins, links].flatMap(Object.keys),
  ]
  expect(new Set(measured)).toEqual(new Set(routes))
})

test('what everybody sees fits a narrow screen and enlarged text', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await addToCart(page.request, PRODUCT, 2)
  await expectReflow(page, Object.values(everybodys))
})

test('what a link from an email opens fits a narrow screen and enlarged text', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 4\d\d/)
  await newCustomer(page.request)
  await expectReflow(page, Object.values(links))
})

test('what belongs to a customer fits a narrow screen and enlarged text', async ({ page }) => {
  await newCustomer(page.request)
  await addToCart(page.request, PRODUCT)
  const order = await placeOrder(page.request)
  await addToCart(page.request, PRODUCT)
  await expectReflow(
    page,
    Object.values(customers).map((address) => address.replace(':orderNb', order.number)),
  )
})

test('what belongs to a store fits a narrow screen and enlarged text', async ({
  page,
  somebody,
  signIn,
}) => {
  // Something to prepare, deliver and be paid for.
  const customer = await somebody()
  await newCustomer(customer)
  const store = await storeOf(page, 'karim', signIn)
  const [product] = (await (await customer.get(`/api/store/${store}/products?limit=1`)).json()) as {
    id: string
  }[]
  await addToCart(customer, product?.id ?? '')
  await placeOrder(customer)
  await expectReflow(
    page,
    Object.values(stores).map((address) => address.replace(':id', store)),
  )
})

for (const half of [0, 1]) {
  test(`what belongs to an admin fits a narrow screen and enlarged text, part ${half + 1}`, async ({
    page,
    somebody,
    signIn,
  }) => {
    const customer = await somebody()
    await newCustomer(customer)
    await addToCart(customer, PRODUCT)
    await placeOrder(customer)
    const { user } = (await (await customer.get('/api/user/status')).json()) as {
      user: { id: string }
    }
    const store = await storeOf(page, 'karim', signIn)
    await signIn('admin')
    await expectReflow(
      page,
      Object.values(admins)
        .filter((_, position) => position % 2 === half)
        .map((address) => address.replace(':customer', user.id).replace(':store', store)),
    )
  })
}

/** Signs in as the owner of a demo store, and says which it is. */
async function storeOf(
  page: Page,
  owner: string,
  signIn: (username: string) => Promise<void>,
): Promise<string> {
  await signIn(owner)
  const { stores: own } = (await (await page.request.get('/api/user/stores')).json()) as {
    stores: { id: string }[]
  }
  return own[0]?.id ?? ''
}

for (const size of [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
  { width: 844, height: 390 },
]) {
  test(`at ${size.width} × ${size.height} a product can be bought`, async ({ page, t }) => {
    await page.setViewportSize(size)
    await newCustomer(page.request)
    await page.goto(`/product/${PRODUCT}`)
    const add = page
      .locator('[data-buy-bar]')
      .getByRole('button', { name: t('product.add_to_cart') })
    await add.scrollIntoViewIfNeeded()
    const box = await add.boundingBox()
    expect(box?.width).toBeGreaterThan(96)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await add.click()
    // Nothing that stays on the screen takes more than half of it.
    const kept = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('header, nav, [data-buy-bar]')]
        .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
        .reduce((sum, one) => sum + one.offsetHeight, 0),
    )
    expect(kept).toBeLessThan(size.height / 2)
    await page.getByRole('banner').locator('a[href="/user/cart"]').click()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('cart.checkout') })
      .click()
    await page.getByRole('button', { name: t('checkout.next') }).click()
    await page.getByRole('radio', { name: t('checkout.pay_cash') }).check()
    await page.getByRole('button', { name: t('checkout.next') }).click()
    await page.getByRole('button', { name: t('checkout.place_order') }).click()
    await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
    await page.getByRole('link', { name: t('checkout.see_order') }).click()
    await page.getByRole('button', { name: t('order.cancel') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('order.cancel') })
      .click()
    await expect(page.getByText(t('done.order_cancelled'))).toBeInViewport()
  })
}
