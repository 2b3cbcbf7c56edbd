import type { Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'

function box(page: Page, t: Text) {
  return page.getByRole('banner').getByRole('combobox', { name: t('search.label') })
}

function firstCard(page: Page) {
  return page.getByRole('main').getByRole('article').first()
}

const typed = { english: 'panad', arabic: 'بناد' }

test('typing suggests products with what was typed marked in their names', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await page.goto('/')
  await box(page, t).pressSequentially(typed[language], { delay: 20 })
  const options = page.getByRole('banner').getByRole('option')
  await expect(options.first()).toBeVisible()
  expect(await options.count()).toBeLessThanOrEqual(8)
  // What is found by its brand has nothing to mark in its name.
  await expect(options.locator('mark').first()).toBeVisible()
  await expect(options.first().locator('img, svg').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('status')).not.toBeEmpty()
  await expectAccessible()
})

test('the arrows choose a suggestion and Enter opens it', async ({ page, t, language }) => {
  await page.goto('/')
  await box(page, t).pressSequentially(typed[language], { delay: 20 })
  const options = page.getByRole('banner').getByRole('option')
  // The list for the whole word: what is chosen in the one before it may not be in this one.
  await expect(options.locator('mark', { hasText: typed[language] }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('banner').getByRole('option', { selected: true })
  const name = (await chosen.locator('bdi').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(?:product|concern)\//)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(options).toHaveCount(0)
})

test('Escape closes the suggestions; a press on one opens it', async ({
  page,
  t,
  language,
  isPhone,
}) => {
  await page.goto('/')
  await box(page, t).pressSequentially(typed[language], { delay: 20 })
  const options = page.getByRole('banner').getByRole('option')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await expect(box(page, t)).toHaveValue(typed[language])
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await (isPhone ? options.first().tap() : options.first().click())
  await expect(page).toHaveURL(/\/product\//)
})

test('one letter suggests nothing, and an empty search goes nowhere', async ({ page, t }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/suggest')) asked += 1
  })
  await page.goto('/')
  await box(page, t).press('p')
  await box(page, t).press('Backspace')
  await page.keyboard.press('Enter')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('search.submit'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/$/)
  expect(asked).toBe(0)
})

test('a search has an address that reloads, is turned and goes back', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await page.goto('/')
  const query = language === 'arabic' ? 'بنادول' : 'panadol'
  await box(page, t).fill(query)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === query)
  const heading = page.getByRole('heading', { level: 1, name: t('search.results_for', { query }) })
  await expect(heading).toBeVisible()
  await expect(firstCard(page)).toHaveAttribute('data-brand', 'panadol')
  await expectAccessible()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(box(page, t)).toHaveValue(query)
  await page
    .getByRole('navigation', { name: t('a11y.pagination') })
    .getByRole('link', { name: t('a11y.page', { page: 2 }) })
    .click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('page') === '2' && url.searchParams.get('q') === query,
  )
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('a search can be narrowed by brand and category is a press away', async ({
  page,
  t,
  isPhone,
}) => {
  await page.goto('/search-results?q=vitamin')
  await expect(firstCard(page)).toBeVisible()
  const side = isPhone
    ? page.getByRole('dialog', { name: t('list.filters') })
    : page.getByRole('complementary', { name: t('list.filters') })
  if (isPhone) await page.getByRole('button', { name: t('list.filters'), exact: true }).tap()
  await expect(side.getByText(t('list.brands'), { exact: true })).toBeVisible()
  const brand = side.getByRole('checkbox').first()
  const key = await brand.getAttribute('value')
  await brand.check()
  await expect(page).toHaveURL((url) => url.searchParams.get('brands') === key)
  await expect(page.getByRole('main').locator(`article:not([data-brand="${key}"])`)).toHaveCount(0)
  await side.getByRole('link', { name: t('category.vitamins') }).click()
  await expect(page).toHaveURL(/\/product\/category\/vitamins$/)
})

for (const query of ['banadol', 'پنادول', 'بانادول', 'panadl']) {
  test(`${query} finds Panadol`, async ({ page }) => {
    await page.goto(`/search-results?q=${encodeURIComponent(query)}`)
    await expect(firstCard(page)).toHaveAttribute('data-brand', 'panadol')
  })
}

test('the wrong keyboard is understood, and said so', async ({ page, t, expectAccessible }) => {
  await page.goto(`/search-results?q=${encodeURIComponent('fkh],g')}`)
  await expect(firstCard(page)).toHaveAttribute('data-brand', 'panadol')
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'بنادول' }),
  ).toContainText(t('search.showing_for', { query: 'بنادول' }))
  await expectAccessible()
})

test('nothing found: what to try, and the ways on', async ({ page, t, expectAccessible }) => {
  await page.goto('/search-results?q=qqqzzzxxx')
  const main = page.getByRole('main')
  await expect(main.getByText(t('search.no_results_hint'))).toBeVisible()
  await expectAccessible()
  await main
    .getByRole('link', { name: t('category.vitamins') })
    .last()
    .click()
  await expect(page).toHaveURL(/\/product\/category\/vitamins$/)
})

test('without anything to search for it asks', async ({ page, t, expectAccessible }) => {
  await page.goto('/search-results')
  await expect(page.getByRole('heading', { level: 1, name: t('search.enter_query') })).toBeVisible()
  await expectAccessible()
})
