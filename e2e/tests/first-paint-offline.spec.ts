import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/shop.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the worker is in charge of the page and has put the page itself aside. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 45_000,
  })
  await untilStored(page, /\/\?stored-language=/)
}

async function untilStored(page: Page, address: RegExp): Promise<void> {
  await expect
    .poll(() => storedKeys(page).then((keys) => keys.some((key) => address.test(key))), {
      timeout: 45_000,
    })
    .toBe(true)
}

/** The addresses of everything that was put aside. */
function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) keys.push(request.url)
    return keys
  })
}

/** Everything in the answers that were put aside, as one text. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    let text = ''
    for (const name of (await caches.keys()).filter((name) => !/^(?:files|pictures)/.test(name))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) text += await (await cache.match(request))?.text()
    }
    return text
  })
}

test('without a connection what was seen is still there, and the shop says so calmly', async ({
  page,
  context,
  t,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch|net::/)
  await page.goto('/')
  await untilKept(page)
  await page.goto('/product/category/vitamins')
  await untilStored(page, /\/product\/category\/vitamins\?stored-language=/)
  const first = page.locator('article h3 a').first()
  const name = await first.innerText()
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await untilStored(page, /\/api\/product\/[^/?]+$/)
  const product = page.url()

  await context.setOffline(true)
  await page.goto('/product/category/vitamins')
  await expect(page.locator('article h3 a').first()).toHaveText(name)
  await expect(page.getByText(t('session.offline'))).toBeVisible()
  // A product that was seen inside the application.
  await page.locator('article h3 a').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(page.url()).toBe(product)
  // A page that was never seen is the application with a word about it, not the browser's own page.
  await page.goto('/user/cart')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText(t('session.offline'))).toBeVisible()

  await context.setOffline(false)
  await page.goto('/')
  await expect(page.getByText(t('session.offline'))).toBeHidden()
})

test('nothing personal is put aside, and signing out leaves nothing behind', async ({
  page,
  signIn,
  t,
  isPhone,
}) => {
  await page.goto('/')
  await untilKept(page)
  await signIn('layla')
  await page.goto('/product/category/vitamins')
  await page.locator('article h3 a').first().click()
  const bar = page.locator('[data-buy-bar]')
  // The heart is full before the server has answered; leaving the page at once would take the request back.
  const saved = page.waitForResponse((response) =>
    response.url().endsWith('/api/user/addToWishlist'),
  )
  await bar.getByRole('button', { name: t('product.add_to_wishlist') }).click()
  await expect(bar.getByRole('button', { name: t('product.remove_from_wishlist') })).toBeVisible()
  expect((await saved).ok()).toBe(true)
  const account = page.waitForResponse((response) => response.url().includes('/api/user/'))
  await page.goto('/user/account')
  await account
  await page.goto('/product/category/vitamins')
  const asked = page.waitForResponse((response) => /\/api\/product\/[^/?]+$/.test(response.url()))
  await page.locator('article h3 a').first().click()
  expect(await (await asked).text()).toContain('"addedToWishlist":true')
  // Another product, which is on nobody's wishlist, is the same for everyone.
  await page.goto('/product/category/vitamins')
  await page.locator('article h3 a').nth(1).click()
  await expect
    .poll(async () => (await storedKeys(page)).some((key) => /\/api\/product\/[^/?]+$/.test(key)))
    .toBe(true)

  const keys = await storedKeys(page)
  expect(keys.filter((key) => /\/api\/(?:user|order|admin|get-csrf)/.test(key))).toEqual([])
  expect(keys.filter((key) => /\/user\//.test(key))).toEqual([])
  const text = await keptText(page)
  expect(text).not.toContain('"addedToWishlist":true')
  expect(text).not.toContain('layla')

  const menu = isPhone
    ? page
        .getByRole('navigation', { name: t('nav.quick') })
        .getByRole('button', { name: t('nav.account') })
    : page.getByRole('banner').getByRole('button', { name: new RegExp(`^${t('nav.my_account')}`) })
  await menu.click()
  await page.getByRole('menuitem', { name: t('nav.logout') }).click()
  // What the page on the screen asks for again, as nobody in particular, may be put aside again.
  await expect
    .poll(async () => (await storedKeys(page)).filter((key) => key.includes('/product/category/')))
    .toEqual([])
  expect(await keptText(page)).not.toContain('"addedToWishlist":true')
})

test('a new version takes over by itself: the worker is asked for anew and waits for nobody', async ({
  page,
}) => {
  const answer = await page.request.get('/sw.js')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  expect(answer.headers()['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  expect(await answer.text()).toMatch(/const VERSION = '[0-9a-f]{12}'/)
  await page.goto('/')
  await untilKept(page)
  // A page is always the shop's own as long as the shop answers, whatever was put aside.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('seen-')) ?? ''
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      await cache.put(
        request,
        new Response('old version', { headers: { 'Content-Type': 'text/html' } }),
      )
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('old version')).toHaveCount(0)
})

const NEXT_VERSION = 'feedfacecafe'

test('between two versions nobody stays on the old one', async ({
  page,
  context,
  shop,
  tolerate,
}) => {
  tolerate(/request to a stranger: http:\/\/127\.0\.0\.1|ERR_INTERNET_DISCONNECTED|net::|Failed to/)
  const front = await versionedFront(shop.url)
  try {
    await page.goto(front.url)
    await untilKept(page)
    const before = await cacheVersions(page)
    expect(before).toHaveLength(1)

    front.upgrade()
    // The old worker is still in charge, and the page is the new one at once.
    await page.reload()
    await expect(page.locator('meta[name="upgraded"]')).toBeAttached()
    // The new worker comes by itself and takes over; the page in use lives on.
    await expect.poll(() => cacheVersions(page), { timeout: 45_000 }).toContain(NEXT_VERSION)
    await page.locator('article h3 a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilOneWorker(page)

    // It stores what is seen from now on, and nothing of the old version.
    await page.goto(front.url)
    await expect.poll(() => cacheVersions(page), { timeout: 45_000 }).toEqual([NEXT_VERSION])
    await untilKept(page)
    await context.setOffline(true)
    await page.goto(front.url)
    await expect(page.locator('meta[name="upgraded"]')).toBeAttached()
  } finally {
    await context.setOffline(false)
    await front.close()
  }
})

/** Waits until the new worker has stored its files and is in charge. */
async function untilOneWorker(page: Page): Promise<void> {
  const others = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return [registration.installing, registration.waiting].filter((worker) => worker !== null)
        .length
    })
  await expect.poll(others, { timeout: 45_000 }).toBe(0)
}

/** The versions that have a cache. */
async function cacheVersions(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return [...new Set(names.flatMap((name) => /-([0-9a-f]{12})$/.exec(name)?.[1] ?? []))]
}

/** The shop behind a proxy that can switch to its next version. */
async function versionedFront(shop: string) {
  let upgraded = false
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'GET') return response.writeHead(204).end()
      const answer = await fetch(shop + request.url, {
        headers: { cookie: request.headers.cookie ?? '' },
      })
      const headers = Object.fromEntries(answer.headers)
      delete headers['content-encoding']
      delete headers['content-length']
      delete headers['etag']
      let body = Buffer.from(await answer.arrayBuffer())
      if (upgraded && request.url === '/sw.js')
        body = Buffer.from(
          body.toString().replace(/VERSION = '[0-9a-f]{12}'/, `VERSION = '${NEXT_VERSION}'`),
        )
      if (upgraded && headers['content-type']?.startsWith('text/html'))
        body = Buffer.from(body.toString().replace('</head>', '<meta name="upgraded"></head>'))
      return response.writeHead(answer.status, headers).end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    upgrade: () => (upgraded = true),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
