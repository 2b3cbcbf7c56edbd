import { expect, test } from '../fixtures/shop.ts'

const product = '/product/pan-extra-48'
/** No medicine, so that it may have a discount. */
const discounted = 'sol-zinc-22-100'

interface Detail {
  product: {
    english_name: string
    arabic_name: string
    price: number
    discounted_price: number
    max_per_order?: number
    code: string
  }
}

test('a product shows what it is, what it costs and what is to be known about it', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  const answer = await page.request.get(`/api/product/${discounted}`)
  const { product: known } = (await answer.json()) as Detail
  expect((await page.goto(`/product/${discounted}`))?.status()).toBe(200)
  const main = page.getByRole('main')
  const name = language === 'arabic' ? known.arabic_name : known.english_name
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')))
  await expect(main.getByText(`$${known.discounted_price.toFixed(2)}`).first()).toBeVisible()
  await expect(main.locator('s').first()).toContainText(`$${known.price.toFixed(2)}`)
  await expect(main.getByText(t('product.in_stock'))).toBeVisible()
  await expect(main.getByRole('region', { name: t('product.warnings') })).toBeVisible()

  const table = main.getByRole('table', { name: t('product.specifications') })
  const names = table.getByRole('rowheader')
  await expect(names).toHaveText([
    t('product.brand'),
    t('product.description'),
    t('product.item_code'),
    t('product.active_ingredients'),
    t('product.form'),
    t('product.pack_size'),
    t('product.usage'),
  ])
  await expect(table).toContainText(known.code)
  await expect(table).toContainText(`22 ${t('unit.mg')}`)
  await expectAccessible()
})

test('its picture comes in the width that the screen asks for', async ({ page, t, isPhone }) => {
  await page.goto(product)
  const picture = page
    .getByRole('main')
    .getByRole('region', { name: t('product.gallery') })
    .locator('img')
    .first()
  await expect(picture).toHaveAttribute(
    'sizes',
    '(max-width: 600px) 200px, (max-width: 1200px) 400px, 800px',
  )
  // A phone's 200 px are 400 of its finer dots.
  const width = isPhone ? 400 : 800
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
    .toContain(`/${width}.webp`)
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})

test('its brand and its category are a press away', async ({ page, t }) => {
  await page.goto(product)
  const main = page.getByRole('main')
  await main
    .getByRole('link', { name: t('brand.panadol') })
    .first()
    .click()
  await expect(page).toHaveURL(/\/brand\/panadol$/)
  await page.goBack()
  await main
    .getByRole('navigation', { name: t('a11y.breadcrumb') })
    .getByRole('link', { name: t('category.pain_killers') })
    .click()
  await expect(page).toHaveURL(/\/product\/category\/pain_killers$/)
})

test('as many as are chosen go into the cart, up to the limit of the product', async ({
  page,
  t,
  isPhone,
}) => {
  await page.goto(product)
  const main = page.getByRole('main')
  const quantity = main.getByRole('combobox', { name: t('product.quantity') })
  await expect(quantity.getByRole('option')).toHaveText(['1', '2'])
  await quantity.selectOption('2')
  await main
    .locator('[data-buy-bar]')
    .getByRole('button', { name: t('product.add_to_cart') })
    .click()
  await expect(main.getByRole('button', { name: t('product.added_to_cart') })).toBeVisible()
  const news = page.getByRole('region', { name: t('a11y.notifications') })
  await expect(news.getByRole('status')).toContainText(t('list.added_to_cart'))
  const cart = (await (await page.request.get('/api/user/cart')).json()) as {
    cart: { quantity: number; product: { id: string } }[]
  }
  expect(cart.cart.map((line) => [line.product.id, line.quantity])).toEqual([['pan-extra-48', 2]])
  const bar = page.getByRole(
    isPhone ? 'navigation' : 'banner',
    isPhone ? { name: t('nav.quick') } : {},
  )
  await expect(bar.getByText('1', { exact: true })).toBeVisible()
})

test('the way to buy is in view at once, and on phones stays in reach', async ({
  page,
  t,
  isPhone,
}) => {
  await page.goto(product)
  const bar = page.locator('[data-buy-bar]')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').getByText(t('product.in_stock'))).toBeVisible()
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.scrollIntoViewIfNeeded()
  if (!isPhone) {
    await expect(bar).not.toBeInViewport()
    return
  }
  await expect(bar).toBeInViewport({ ratio: 1 })
  // The end of the page is not hidden under it.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  const [link, buy] = await Promise.all([last.boundingBox(), bar.boundingBox()])
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(buy?.y ?? 0)
})

test('the wishlist takes it and gives it back', async ({ page, t, signIn }) => {
  await signIn('layla')
  await page.goto(product)
  const main = page.getByRole('main')
  const bar = main.locator('[data-buy-bar]')
  const saved = page.waitForResponse(/\/api\/user\/addToWishlist/)
  await bar.getByRole('button', { name: t('product.add_to_wishlist') }).click()
  await saved // the heart is filled before the shop knows
  const remove = bar.getByRole('button', { name: t('product.remove_from_wishlist') })
  await expect(remove).toBeVisible()
  await page.reload()
  await remove.click()
  await expect(bar.getByRole('button', { name: t('product.add_to_wishlist') })).toBeVisible()
})

test('a visitor wishes without signing in', async ({ page, t }) => {
  await page.goto(product)
  const bar = page.locator('[data-buy-bar]')
  await bar.getByRole('button', { name: t('product.add_to_wishlist') }).click()
  await expect(bar.getByRole('button', { name: t('product.remove_from_wishlist') })).toBeVisible()
  await page.reload()
  await expect(bar.getByRole('button', { name: t('product.remove_from_wishlist') })).toBeVisible()
})

test('what is sold out can be looked at and wished for, not bought', async ({
  page,
  t,
  expectAccessible,
}) => {
  await page.goto('/product/pan-drops-15')
  const bar = page.locator('[data-buy-bar]')
  await expect(bar.getByText(t('product.out_of_stock'))).toBeVisible()
  await expect(bar.getByRole('button')).toHaveCount(1)
  await expect(bar.getByRole('button', { name: t('product.add_to_wishlist') })).toBeVisible()
  await expectAccessible()
})

test('more of its category follows', async ({ page, t }) => {
  await page.goto(product)
  const more = page.getByRole('region', {
    name: t('product.more_in_category', { category: t('category.pain_killers') }),
  })
  await more.scrollIntoViewIfNeeded()
  await expect(more.getByRole('article').first()).toBeVisible()
  await expect(more.locator('a[href="/product/pan-extra-48"]')).toHaveCount(0)
})

test('a product that does not exist says so and leads on', async ({
  page,
  t,
  tolerate,
  expectAccessible,
}) => {
  tolerate(/status of 404/)
  expect((await page.goto('/product/no-such-thing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: t('product.not_found') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(6)
  await expectAccessible()
})
