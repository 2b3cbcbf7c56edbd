import type { Page } from '@playwright/test'
import { followFooterLink } from '../fixtures/keyboard.ts'
import { newStore } from '../fixtures/owner.ts'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { addToCart, PASSWORD } from '../fixtures/shopper.ts'

test.use({ serviceWorkers: 'allow' })

const STREET = 'Sursock Lane Seventy'
const PHONE = '76999888'
const SEARCHED = 'panadol joint'

/** Everything that this browser has stored for a tab, as one text. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(sessionStorage), JSON.stringify(localStorage)]
    for (const name of (await caches.keys()).filter((name) => !/^(?:files|pictures)/.test(name))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return parts.join('\n')
  })
}

/** The drafts of a tab: each names its owner. */
function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes('"owner"')),
  )
}

async function confirmWithPassword(page: Page, label: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.locator('[name=password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: label, exact: true }).click()
}

const ways: readonly [name: string, label: (t: Text) => string][] = [
  ['deleting the account', (t) => t('account.delete')],
  ['signing out everywhere', (t) => t('account.sign_out_everywhere')],
]

for (const [name, label] of ways) {
  test(`${name} leaves nothing of the person in any tab`, async ({
    page,
    context,
    t,
    tolerate,
  }) => {
    tolerate(/status of 40[134]|Failed to fetch|net::ERR_FAILED/)
    const store = await newStore(page.request)
    await addToCart(page.request, 'pan-joint-24')
    await page.goto('/product/category/vitamins')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect
      .poll(() => storedText(page), { timeout: 45_000 })
      .toMatch(/category\/vitamins\?stored-language=/)

    // One tab has searched, typed an address and the delivery of an order.
    await page.locator('html[data-alive]').waitFor()
    await page.getByRole('combobox').first().fill(SEARCHED)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(SEARCHED)
    await page.goto('/user/add-address')
    await page.locator('[name=street]').fill(STREET)
    await expect.poll(() => storedText(page)).toContain(STREET)
    await page.goto('/user/checkout')
    await page.getByRole('button', { name: t('checkout.change_address') }).click()
    await page.locator('[name=phone_nb]').fill(PHONE)
    await expect.poll(() => storedText(page)).toContain(PHONE)
    // The other has typed a store and looks at one that only its owner sees.
    const other = await context.newPage()
    await other.goto('/addstore')
    await other.locator('[name=street]').fill(STREET)
    await expect.poll(() => drafts(other)).not.toEqual([])
    await other.goto(`/store/${store.id}`)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(store.name)

    await page.goto('/user/account')
    await confirmWithPassword(page, label(t))
    await expect(page).toHaveURL('/')
    await expect(page.getByText(t('session.logged_out'))).toBeVisible()

    for (const tab of [page, other]) {
      await expect.poll(() => drafts(tab)).toEqual([])
      await expect
        .poll(() => storedText(tab))
        .not.toMatch(
          new RegExp(
            [STREET, PHONE, store.username, store.name, 'vitamins\\?stored-language'].join('|'),
          ),
        )
      expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
      await expect(
        tab.getByRole('banner').getByRole('link', { name: t('nav.sign_in') }),
      ).toBeVisible()
    }
    // What was on the other tab's screen is gone, and the query cache does not bring it back.
    await expect(other.getByText(store.name)).toHaveCount(0)
    await other.route('**/api/**', (route) => route.abort())
    await followFooterLink(other, t('footer.about'))
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('page.about_title'))
    await other.goBack()
    await expect(other).toHaveURL(new RegExp(`/store/${store.id}$`))
    await expect(other.getByRole('main').getByRole('button').first()).toBeVisible()
    await expect(other.getByText(store.name)).toHaveCount(0)
    // Back to the account is a way to the sign-in page.
    await page.goBack()
    await expect(page.getByText(t('access.login_needed'))).toBeVisible()
    await expect(page.locator('[name=full_name]')).toHaveCount(0)
  })
}
