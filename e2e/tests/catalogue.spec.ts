import type { Locator, Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'

const category = '/product/category/pain_killers'

function results(page: Page, t: Text): Locator {
  return page.getByRole('main').getByRole('region', { name: t('home.products'), exact: true })
}

/** Prices to pay, in reading order. */
async function prices(list: Locator): Promise<number[]> {
  return list
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) =>
        Number(card.querySelector('bdi[dir=ltr]')?.textContent?.replace('$', '')),
      ),
    )
}

/** Opens the filters where they are in a sheet; elsewhere they stand at the side. */
async function filters(page: Page, t: Text, isPhone: boolean): Promise<Locator> {
  if (!isPhone) return page.getByRole('complementary', { name: t('list.filters') })
  await results(page, t)
    .getByRole('button', { name: new RegExp(`^${t('list.filters')}`) })
    .tap()
  return page.getByRole('dialog', { name: t('list.filters') })
}

async function closeFilters(page: Page, isPhone: boolean): Promise<void> {
  if (!isPhone) return
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a category shows its name, its number and twelve of its products', async ({
  page,
  t,
  isPhone,
}) => {
  const answer = await page.request.get('/api/product/category-count/pain_killers')
  const { count } = (await answer.json()) as { count: number }
  expect((await page.goto(category))?.status()).toBe(200)
  await expect(
    page.getByRole('heading', { level: 1, name: t('category.pain_killers') }),
  ).toBeVisible()
  const list = results(page, t)
  await expect(list.getByRole('article')).toHaveCount(12)
  await expect(list.getByRole('status').filter({ hasText: String(count) })).toBeVisible()
  const pages = page.getByRole('navigation', { name: t('a11y.pagination') })
  await expect(
    pages.getByRole('link', { name: t('a11y.page', { page: Math.ceil(count / 12) }) }),
  ).toBeVisible()

  const side = await filters(page, t, isPhone)
  const current = side.getByRole('link', { name: t('category.pain_killers') })
  await expect(current).toHaveAttribute('aria-current', 'page')
  await expect(current).toHaveCSS('font-weight', '700')
  await side.getByRole('link', { name: t('category.vitamins') }).click()
  await expect(page).toHaveURL(/\/product\/category\/vitamins$/)
  await expect(page.getByRole('heading', { level: 1, name: t('category.vitamins') })).toBeVisible()
})

test('a category and its filters are accessible', async ({
  page,
  t,
  isPhone,
  expectAccessible,
}) => {
  await page.goto(`${category}?brands=panadol&max_price=5`)
  await expect(results(page, t).getByRole('article').first()).toBeVisible()
  await expectAccessible()
  if (!isPhone) return
  const sheet = await filters(page, t, isPhone)
  await expect(sheet).toBeVisible()
  await expectAccessible()
})

test('brands narrow the whole category, survive a reload and are undone by going back', async ({
  page,
  t,
  isPhone,
}) => {
  await page.goto(category)
  const list = results(page, t)
  await expect(list.getByRole('article')).toHaveCount(12)
  const side = await filters(page, t, isPhone)
  await side.getByRole('checkbox', { name: new RegExp(t('brand.advil')) }).check()
  await expect(page).toHaveURL(`${category}?brands=advil`)
  await closeFilters(page, isPhone)
  await expect(list.locator('article:not([data-brand=advil])')).toHaveCount(0)
  await expect(list.locator('article[data-brand=advil]').first()).toBeVisible()

  await page.reload()
  await expect(list.locator('article[data-brand=advil]').first()).toBeVisible()
  await expect(
    list.getByRole('button', { name: t('a11y.remove_filter', { name: t('brand.advil') }) }),
  ).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(category)
  await expect(list.locator('article[data-brand=panadol]').first()).toBeVisible()
})

test('the price slider narrows, mirrored in Arabic, and its chip takes it away', async ({
  page,
  t,
  isPhone,
  language,
}) => {
  await page.goto(category)
  const side = await filters(page, t, isPhone)
  const low = side.getByRole('slider', { name: t('a11y.min_price') })
  await low.focus()
  const up = language === 'arabic' ? 'ArrowLeft' : 'ArrowRight'
  for (let dollars = 0; dollars < 4; dollars += 1) await page.keyboard.press(up)
  await expect(page).toHaveURL(`${category}?min_price=4`)
  await closeFilters(page, isPhone)
  const list = results(page, t)
  await expect(list.getByRole('article').first()).toBeVisible()
  expect(Math.min(...(await prices(list)))).toBeGreaterThanOrEqual(4)
  await list
    .getByRole('list', { name: t('list.active_filters') })
    .getByRole('button')
    .first()
    .click()
  await expect(page).toHaveURL(category)
})

test('the order can be chosen', async ({ page, t }) => {
  await page.goto(category)
  const list = results(page, t)
  await list.getByRole('combobox', { name: t('list.sort') }).selectOption('price_asc')
  await expect(page).toHaveURL(`${category}?sort=price_asc`)
  await expect(list.getByRole('article')).toHaveCount(12)
  const cheapestFirst = await prices(list)
  expect(cheapestFirst).toEqual([...cheapestFirst].sort((a, b) => a - b))
})

test('pages are turned, gone back from, and begin at the top of the list', async ({ page, t }) => {
  await page.goto(category)
  const list = results(page, t)
  const firstName = list.getByRole('heading', { level: 3 }).first()
  const onPage1 = await firstName.textContent()
  await page
    .getByRole('navigation', { name: t('a11y.pagination') })
    .getByRole('link', { name: t('a11y.page', { page: 2 }) })
    .click()
  await expect(page).toHaveURL(`${category}?page=2`)
  await expect(firstName).not.toHaveText(onPage1 ?? '')
  await expect(list.getByRole('combobox')).toBeInViewport()
  await expect(list).toBeFocused()
  await page.goBack()
  await expect(firstName).toHaveText(onPage1 ?? '')
})

test('products that do not arrive are said so, and can be tried again', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/500/)
  await page.goto(category)
  await page.route('**/api/product/category/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: '' } }),
  )
  await page
    .getByRole('navigation', { name: t('a11y.pagination') })
    .getByRole('link', { name: t('a11y.page', { page: 2 }) })
    .click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(t('error.products'))
  await page.unroute('**/api/product/category/**')
  await alert.getByRole('button', { name: t('common.retry') }).click()
  await expect(results(page, t).getByRole('article')).toHaveCount(12)
})

test('the filters fold away and come back: at the side, or in a sheet on phones', async ({
  page,
  t,
  isPhone,
}) => {
  await page.goto(category)
  const list = results(page, t)
  await expect(list.getByRole('article')).toHaveCount(12)
  const side = page.getByRole('complementary', { name: t('list.filters') })
  if (isPhone) {
    await expect(side).toBeHidden()
    const sheet = await filters(page, t, isPhone)
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: t('a11y.close') }).tap()
    await expect(sheet).toBeHidden()
    await expect(list.getByRole('button', { name: t('list.filters') })).toBeFocused()
    return
  }
  const width = async () => (await list.boundingBox())?.width ?? 0
  const narrow = await width()
  await list.getByRole('button', { name: t('list.hide_sidebar') }).click()
  await expect(side).toBeHidden()
  expect(await width()).toBeGreaterThan(narrow)
  await list.getByRole('button', { name: t('list.show_sidebar') }).click()
  await expect(side).toBeVisible()
})

test('a card adds to the cart and says so', async ({ page, t }) => {
  await page.goto(category)
  const card = results(page, t)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: t('product.add_to_cart') }) })
    .first()
  const link = await card.getByRole('link').getAttribute('href')
  const same = results(page, t)
    .getByRole('article')
    .filter({ has: page.locator(`a[href="${link}"]`) })
  await same.getByRole('button', { name: t('product.add_to_cart') }).click()
  await expect(same.getByRole('button', { name: t('product.added_to_cart') })).toBeVisible()
  const news = page.getByRole('region', { name: t('a11y.notifications') })
  await expect(news.getByRole('status')).toContainText(t('list.added_to_cart'))
})

test('a brand shows its products and no other', async ({ page, t, expectAccessible }) => {
  expect((await page.goto('/brand/head%20and%20shoulders'))?.status()).toBe(200)
  await expect(
    page.getByRole('heading', { level: 1, name: t('brand.head_and_shoulders') }),
  ).toBeVisible()
  const list = results(page, t)
  await expect(list.getByRole('article')).toHaveCount(12)
  await expect(list.locator('article:not([data-brand="head and shoulders"])')).toHaveCount(0)
  await expectAccessible()
})

for (const path of ['/product/discounts', '/product/discounts/']) {
  test(`${path} shows what is reduced, with both prices`, async ({ page, t, expectAccessible }) => {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(
      page.getByRole('heading', { level: 1, name: t('list.discounts_title') }),
    ).toBeVisible()
    const list = results(page, t)
    await expect(list.getByRole('article')).toHaveCount(12)
    await expect(list.locator('article s')).toHaveCount(12)
    await expectAccessible()
  })
}

for (const [path, key] of [
  ['/product/category/toys', 'error.category_not_found'],
  ['/brand/nobody', 'error.brand_not_found'],
] as const) {
  test(`${path} does not exist, says so and leads on`, async ({
    page,
    t,
    tolerate,
    expectAccessible,
  }) => {
    tolerate(/status of 404/)
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: t(key) })).toBeVisible()
    await expectAccessible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('category.colds') })
      .click()
    await expect(results(page, t).getByRole('article')).toHaveCount(12)
  })
}
