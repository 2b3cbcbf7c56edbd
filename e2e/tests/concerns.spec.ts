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

test('a corrected search says for what, and the literal text is a press away', async ({
  page,
  t,
  expectAccessible,
}) => {
  const main = page.getByRole('main')
  await page.goto('/search-results?q=panadil')
  const note = main.getByRole('status').filter({ hasText: 'Panadol' })
  await expect(note).toBeVisible()
  await expectAccessible()
  await note.getByRole('link').click()
  await expect(page).toHaveURL(/q=%22panadil%22/)
  await expect(main.getByText(t('search.no_results_hint'))).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(0)
})

test('who may be in danger is sent to the ambulance', async ({ page, t, expectAccessible }) => {
  const main = page.getByRole('main')
  await page.goto(`/search-results?q=${encodeURIComponent('وجع بصدري')}`)
  await expect(main.getByRole('heading', { name: t('search.emergency') })).toBeVisible()
  await expect(main.locator('a[href="tel:140"]')).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(0)
  await expectAccessible()
})

test('concerns are suggested first and opened with the keyboard', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  const { fever } = texts[language]
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('combobox', { name: t('search.label') })
  await box.pressSequentially(fever.slice(0, 4), { delay: 20 })
  const options = page.getByRole('banner').getByRole('option')
  // Not merely among them: what the first letters suggest may still stand there, with others before it.
  await expect(options.first()).toContainText(fever)
  await expectAccessible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/concern\/fever$/)
  await expect(page.getByRole('heading', { level: 1, name: fever })).toBeVisible()
})
