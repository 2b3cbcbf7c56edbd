import { expect, test } from '../fixtures/shop.ts'

const texts = {
  english: { fever: 'Fever', query: 'fever' },
  arabic: { fever: 'حرارة', query: 'سخونة' },
}

test('a search for a concern names it, and the concern has a page of its own', async ({
  page,
  language,
  expectAccessible,
}) => {
  const { fever, query } = texts[language]
  const main = page.getByRole('main')
  await page.goto(`/search-results?q=${encodeURIComponent(query)}`)
  await expect(main.getByText(fever).first()).toBeVisible()
  await expect(main.getByRole('article').first()).toBeVisible()
  await page.goto('/concern/fever')
  await expect(main.getByRole('heading', { level: 1, name: fever })).toBeVisible()
  await expect(main.getByRole('article').first()).toBeVisible()
  await expectAccessible()
})

test('what is not sold leads to the pharmacist and shows no look-alikes', async ({
  page,
  t,
  expectAccessible,
}) => {
  const main = page.getByRole('main')
  await page.goto(`/search-results?q=${encodeURIComponent('حبوب منع الحمل')}`)
  await expect(main.getByRole('heading', { name: t('search.not_sold') })).toBeVisible()
  await expect(main.locator('a[href^="tel:"]')).toBeVisible()
  await expect(main.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(0)
  await expectAccessible()
})

test('loose results stand under a heading of their own', async ({ page, t }) => {
  await page.goto('/search-results?q=panadol+xyzzy')
  await expect(page.getByRole('heading', { level: 2, name: t('search.loose') })).toBeVisible()
})
