import type { Page } from '@playwright/test'
import { type Front, startFront } from '../fixtures/front.ts'
import { expect, test as base } from '../fixtures/shop.ts'

const test = base.extend<{ front: Front }>({
  front: async ({ shop, context, language, tolerate }, use) => {
    tolerate(/request to a stranger: http:\/\/127\.0\.0\.1|Failed to load|Failed to fetch|net::/)
    const front = await startFront(shop.url)
    await context.addCookies([{ name: 'language', value: language, url: front.url }])
    await use(front)
    front.release()
    await front.close()
  },
})
test.use({ serviceWorkers: 'allow' })

/** The addresses of everything that the worker has stored. */
function stored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) keys.push(request.url)
    return keys
  })
}

async function untilStored(page: Page, pattern: RegExp): Promise<void> {
  await expect
    .poll(async () => (await stored(page)).some((key) => pattern.test(key)), { timeout: 45_000 })
    .toBe(true)
}

test('a stalled line shows the stored copy with its age, and refreshes it when the answer comes', async ({
  page,
  front,
  t,
}) => {
  await page.goto(front.url)
  await untilStored(page, /\/\?stored-language=/)
  await page.goto(`${front.url}/product/category/vitamins`)
  const first = page.locator('article h3 a').first()
  const name = await first.innerText()
  await untilStored(page, /\/product\/category\/vitamins\?stored-language=/)

  front.stall((path) => !path.startsWith('/assets/'))
  await page.goto(`${front.url}/product/category/vitamins`)
  await expect(first).toHaveText(name)
  await expect(page.getByText(t('session.saved_now'))).toBeVisible()

  front.release()
  await expect(page.getByText(t('session.saved_now'))).toBeHidden()
  await expect(first).toHaveText(name)
})

test('without a connection a page never seen is in the language last used', async ({
  page,
  front,
  language,
}) => {
  await page.goto(front.url)
  await untilStored(page, /\/\?stored-language=/)
  const [button, tag] = language === 'arabic' ? ['English', 'en'] : ['العربية', 'ar']
  await page.getByRole('banner').getByRole('button', { name: button }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  await untilStored(page, new RegExp(`/addstore\\?stored-language=${tag}`))
  front.cut()
  await page.goto(`${front.url}/user/cart`)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
  await expect(page.getByRole('banner')).toBeVisible()
})
