import type { Page } from '@playwright/test'
import { followFooterLink } from '../fixtures/keyboard.ts'
import { expect, test } from '../fixtures/shop.ts'

/** Answers a file with an error until it is let through; says how often it was asked for. */
async function failUntilReleased(page: Page, pattern: string) {
  const state = { asked: 0, failing: true }
  await page.route(pattern, async (route) => {
    state.asked += 1
    if (state.failing) await route.fulfill({ status: 503, body: '' })
    else await route.continue()
  })
  return state
}

/** The first visitor of a busy shop may get a page without its screen; the next has it. */
async function untilRendered(page: Page, address: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const html = await (await page.request.get(address)).text()
        return html.includes('data-entry=') && !html.includes('data-now')
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

const files = [
  ['the entry', '**/assets/js/entry-client-*'],
  ['the messages', '**/assets/js/{en,ar}-*'],
  ['the chunk of the screen', '**/assets/js/home-*'],
] as const

for (const [name, pattern] of files) {
  test(`a rendered page stays and works while ${name} does not load, and comes alive when it does`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/Failed to load resource|Failed to fetch|503|Loading chunk/)
    await untilRendered(page, '/')
    await untilRendered(page, '/search-results?q=panadol')
    const file = await failUntilReleased(page, pattern)
    await page.goto('/', { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    const text = await heading.innerText()
    await expect.poll(() => file.asked, { timeout: 60_000 }).toBeGreaterThan(3)
    await expect(heading).toHaveText(text)
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)

    // The search is a plain form, and leads to the next page.
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('panadol')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search-results\?q=panadol$/)
    await expect(page.locator('article').first()).toBeVisible()

    await page.goBack()
    file.failing = false
    await expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 45_000 })
    await expect(heading).toHaveText(text)
  })
}

/**
 * A browser that remembers a failed file and asks for it no more until it loads another document. The browser of these
 * tests does not, so the file stays missing for it until then, although it is there for everything else that asks.
 */
async function rememberFailure(page: Page, pattern: string) {
  const state = { documents: 0, checked: 0, failing: true }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) state.documents += 1
  })
  await page.route(pattern, async (route) => {
    const check = route.request().method() === 'HEAD'
    if (check && !state.failing) state.checked += 1
    if (check ? state.failing : state.documents < 2) await route.fulfill({ status: 503, body: '' })
    else await route.continue()
  })
  return state
}

for (const [name, pattern] of files) {
  test(`where the browser remembers that ${name} failed, the page is loaded anew when it is there`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/Failed to load resource|Failed to fetch|503|Loading chunk/)
    await untilRendered(page, '/')
    const file = await rememberFailure(page, pattern)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    file.failing = false
    await expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 45_000 })
    expect(file.documents).toBe(2)
  })
}

test('a page in which something was typed is not loaded anew', async ({ page, tolerate }) => {
  tolerate(/Failed to load resource|Failed to fetch|503/)
  await untilRendered(page, '/')
  const file = await rememberFailure(page, '**/assets/js/entry-client-*')
  await page.goto('/', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
  await search.fill('panadol')
  file.failing = false
  await expect.poll(() => file.checked, { timeout: 45_000 }).toBeGreaterThan(3)
  await expect(search).toHaveValue('panadol')
  expect(file.documents).toBe(1)
})

test('a script that arrives and does not run is no reason to load the page anew', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/too old/)
  const methods: string[] = []
  await page.route('**/assets/js/entry-client-*', async (route) => {
    methods.push(route.request().method())
    await route.fulfill({ contentType: 'text/javascript', body: `throw new Error('too old')` })
  })
  await page.goto('/user/cart', { waitUntil: 'commit' })
  await expect(page.getByText(t('page.start_failed'))).toBeVisible()
  expect(methods).not.toContain('HEAD')
})

test('a page without a screen says that the shop could not be loaded, and goes on trying', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/Failed to load resource|Failed to fetch|503/)
  const file = await failUntilReleased(page, '**/assets/js/entry-client-*')
  await page.goto('/user/cart', { waitUntil: 'commit' })
  await expect(page.getByText(t('page.start_failed'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('common.retry') })).toBeVisible()
  file.failing = false
  await expect(page.locator('html[data-alive]')).toBeAttached({ timeout: 45_000 })
  await expect(page.getByText(t('page.start_failed'))).toBeHidden()
})

test('a screen whose chunk fails offers another try, which then loads the page anew', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/Failed to load resource|Failed to fetch|503|Loading chunk/)
  await page.goto('/')
  const file = await failUntilReleased(page, '**/assets/js/about-*')
  await followFooterLink(page, t('footer.about'))
  const retry = page.getByRole('button', { name: t('common.retry') })
  await retry.click()
  await expect(retry).toBeVisible()
  const loaded = page.waitForEvent('load')
  file.failing = false
  await retry.click()
  await loaded
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what is said after a press is said plainly when what would show it does not load', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/Failed to load resource|Failed to fetch|503|Loading chunk/)
  const file = await failUntilReleased(page, '**/assets/js/after-alive-*')
  await page.goto('/')
  await expect(page.locator('html[data-alive]')).toBeAttached()
  const add = page.getByRole('button', { name: t('product.add_to_cart') }).first()
  await add.click()
  const toast = page.getByRole('status').getByText(t('list.added_to_cart'))
  await expect(toast).toBeVisible()
  expect(file.asked).toBeGreaterThan(1)
  await toast.click()
  await expect(toast).toBeHidden()
})
