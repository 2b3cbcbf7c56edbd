import type { Page } from '@playwright/test'
import { untilPainted } from '../fixtures/painted.ts'
import { expect, test } from '../fixtures/shop.ts'

/** What the browser reports of a move of the layout. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null }[]
}

/** How much moved that nobody had asked for, and the beginnings of what it said. */
interface Shift {
  value: number
  moved: string[]
}

async function expectShiftsBelow(page: Page, limit: number): Promise<void> {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: Shift[] }).layoutShifts,
  )
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThan(limit)
}

test('Home shows the shop in the visitor’s language and direction, without a jump', async ({
  page,
  t,
  language,
}) => {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The shop's font comes late, as on a weak line: what it moves is told from what the page itself moves.
  let sendFont = () => {}
  const font = new Promise<void>((resolve) => (sendFont = resolve))
  await page.route(/\.woff2$/, async (route) => {
    await font
    await route.continue()
  })
  // The browser finds the local fonts that stand in for ours during a visit before: until then it takes any other.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html[data-alive]')).toBeAttached()
  const answer = await page.goto('/', { waitUntil: 'domcontentloaded' })
  expect(answer?.status()).toBe(200)

  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language === 'arabic' ? 'ar' : 'en')
  await expect(html).toHaveAttribute('dir', language === 'arabic' ? 'rtl' : 'ltr')

  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    t('home.concerns'),
    t('home.products'),
    t('home.categories'),
    t('home.discounts'),
    t('home.brands'),
  ])
  // The picture says nothing that the name beside it does not, so it has no role of its own.
  const picture = page.getByRole('listitem').locator('img').first()
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(page.locator('html[data-alive]')).toBeAttached()
  await expectShiftsBelow(page, 0.01)

  sendFont()
  await untilPainted(page)
  await expectShiftsBelow(page, 0.02)
})

test('a card that is not laid out yet stands in with the height it will have', async ({ page }) => {
  await page.goto('/')
  const off = await page.locator('.laid-out-when-near').evaluateAll((cards: HTMLElement[]) => {
    const heights = () => cards.map((card) => card.getBoundingClientRect().height)
    const standIns = heights()
    for (const card of cards) card.style.contentVisibility = 'visible'
    return heights().map((height, card) => Math.abs(height - (standIns[card] ?? 0)))
  })
  // A line of a name more or less.
  expect(Math.max(...off)).toBeLessThan(32)
})

test('Home is accessible', async ({ page, t, expectAccessible }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home.discounts') })).toBeVisible()
  await expectAccessible()
})

test('a carousel moves 510 px a press towards the end of the line', async ({
  page,
  t,
  language,
}) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: t('home.products') })
  const list = section.getByRole('list')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await section.getByRole('button', { name: t('home.next') }).click()
  await expect
    .poll(() => list.evaluate((element) => Math.round(element.scrollLeft)))
    .toBeCloseTo(language === 'arabic' ? -510 : 510, -2)
  await section.getByRole('button', { name: t('home.previous') }).click()
  await expect
    .poll(() => list.evaluate((element) => Math.abs(Math.round(element.scrollLeft))))
    .toBeLessThan(5)
})

test('an unknown path answers 404 and shows Home with a notice', async ({ page, t, tolerate }) => {
  tolerate(/status of 404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(
    page.getByRole('status').filter({ hasText: t('access.page_not_found') }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: t('home.products') })).toBeVisible()
})

test('the language switch turns the page around in place and is remembered', async ({
  page,
  language,
  context,
}) => {
  await page.goto('/')
  const other = language === 'arabic' ? 'English' : 'العربية'
  await page
    .getByRole('banner')
    .getByRole('button', { name: other })
    .or(page.getByRole('banner').getByRole('link', { name: other }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'arabic' ? 'ltr' : 'rtl')
  const cookie = (await context.cookies()).find((each) => each.name === 'language')
  expect(cookie?.value).toBe(language === 'arabic' ? 'english' : 'arabic')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'arabic' ? 'en' : 'ar')
})

test('the first visit writes the language cookie as english', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/')
  expect((await context.cookies()).find((each) => each.name === 'language')?.value).toBe('english')
  await context.close()
})

test('the categories are a menu of the header on wide screens', async ({
  page,
  t,
  isPhone,
  expectAccessible,
}) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  const button = header.getByRole('button', { name: t('nav.categories') })
  const list = header.getByRole('list').filter({ has: page.getByText(t('category.pain_killers')) })
  const category = (key: string) => header.getByRole('link', { name: t(`category.${key}`) })
  if (isPhone) {
    await expect(button).toBeHidden()
    return
  }

  // By keyboard: Enter opens, Tab goes on, arrows go round, Escape gives the focus back.
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(category('pain_killers')).toBeVisible()
  await expect(list.getByRole('link')).toHaveCount(6)
  await expectAccessible()
  await page.keyboard.press('Tab')
  await expect(category('pain_killers')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(category('vitamins')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(category('first_aid')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(category('first_aid')).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(category('pain_killers')).toBeFocused()
  // Going on past the last closes it: nothing hides what has the focus.
  await category('first_aid').focus()
  await page.keyboard.press('Tab')
  await expect(category('first_aid')).toBeHidden()

  // By pointer: a press elsewhere closes it, a category opens its page and closes it.
  await button.click()
  await expect(category('vitamins')).toBeInViewport()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(category('vitamins')).toBeHidden()
  await button.click()
  await category('vitamins').click()
  await expect(page).toHaveURL('/product/category/vitamins')
  await expect(category('vitamins')).toBeHidden()
  await button.click()
  await expect(category('vitamins')).toHaveAttribute('aria-current', 'page')
  await button.click()
  await expect(category('vitamins')).toBeHidden()
})
