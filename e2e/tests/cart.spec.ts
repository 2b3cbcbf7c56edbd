import type { Locator, Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { addToCart, newCustomer, PASSWORD, placeOrder } from '../fixtures/shopper.ts'

/** Two remedies with paracetamol, each at most twice in an order, and a cream bar without a limit. */
const PANADOL = 'pan-extra-24'
const COLD = 'pan-cold-day-24'
const BAR = 'dove-bar-100-4'

interface Product {
  english_name: string
  arabic_name: string
}

async function nameOf(page: Page, id: string, language: string): Promise<string> {
  const answer = await page.request.get(`/api/product/${id}`)
  const { product } = (await answer.json()) as { product: Product }
  return language === 'arabic' ? product.arabic_name : product.english_name
}

const main = (page: Page): Locator => page.getByRole('main')
const row = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
const badge = (page: Page, t: Text, count: number): Locator =>
  page.getByRole('link', { name: t('nav.cart_count', { count }) })
const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

test('a visitor fills the cart, changes it and sees what it costs to the cent', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await page.goto(`/product/${BAR}`)
  await main(page)
    .getByRole('button', { name: t('product.add_to_cart') })
    .first()
    .click()
  await expect(
    main(page)
      .getByRole('button', { name: t('product.added_to_cart') })
      .first(),
  ).toBeVisible()
  await expect(badge(page, t, 1)).toBeVisible()

  await page.goto('/user/cart')
  const line = row(page, await nameOf(page, BAR, language))
  await expect(line).toContainText('$4.59')
  await expect(line.locator('s')).toContainText('$5.40')
  await line.getByRole('button', { name: t('a11y.increase_quantity') }).click()
  await expect(line.getByRole('status')).toHaveText('2')
  await line.getByRole('button', { name: t('a11y.increase_quantity') }).click()
  await expect(line.getByRole('status')).toHaveText('3')
  const summary = main(page).getByRole('complementary', { name: t('cart.summary') })
  await expect(summary).toContainText('$13.77')
  await expect(summary).toContainText(t('cart.delivery_up_to'))
  await expect(summary.getByText('$15.77').first()).toBeVisible()
  await expectAccessible()

  // The server has it too, and keeps it for this visitor.
  await page.reload()
  await expect(line.getByRole('status')).toHaveText('3')
  await line.getByRole('button', { name: t('a11y.decrease_quantity') }).click()
  await expect(line.getByRole('status')).toHaveText('2')
  await main(page)
    .getByRole('link', { name: t('cart.checkout') })
    .click()
  await expect(page.getByText(t('access.login_needed'))).toBeVisible()
})

test('removing and clearing ask first; an empty cart leads back to the shop', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await addToCart(page.request, PANADOL)
  await addToCart(page.request, BAR)
  await page.goto('/user/cart')
  const name = await nameOf(page, BAR, language)
  const remove = row(page, name).getByRole('button', { name: t('a11y.remove_item', { name }) })
  await remove.click()
  await expect(page.getByRole('alertdialog')).toContainText(name)
  await expectAccessible()
  await confirm(page, t('common.cancel'))
  await expect(row(page, name)).toBeVisible()
  await remove.click()
  await confirm(page, t('cart.remove'))
  await expect(row(page, name)).toBeHidden()
  await expect(badge(page, t, 1)).toBeVisible()

  await main(page)
    .getByRole('button', { name: t('cart.clear') })
    .click()
  await confirm(page, t('cart.clear'))
  await expect(main(page).getByRole('heading', { name: t('cart.empty') })).toBeVisible()
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('cart.start_shopping') })
    .click()
  await expect(page).toHaveURL('/')
})

test('every open tab follows at once', async ({ page, context, t }) => {
  await page.goto(`/product/${BAR}`)
  const other = await context.newPage()
  await other.goto('/user/cart')
  await expect(other.getByRole('heading', { name: t('cart.empty') })).toBeVisible()
  await main(page)
    .getByRole('button', { name: t('product.add_to_cart') })
    .first()
    .click()
  await expect(badge(other, t, 1)).toBeVisible()
  await expect(
    other.getByRole('main').getByRole('link', { name: t('cart.checkout') }),
  ).toBeVisible()
  await other.close()
})

test('what a visitor chose is there after signing in, in the badge at once', async ({
  page,
  t,
}) => {
  const username = await newCustomer(page.request)
  await addToCart(page.request, PANADOL)
  await page.context().clearCookies({ name: 'dawa_session' })
  await addToCart(page.request, BAR)
  await page.goto('/user/login?next=%2Fuser%2Fcart')
  await expect(badge(page, t, 1)).toBeVisible()
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(PASSWORD)
  await main(page)
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/user/cart')
  await expect(badge(page, t, 2)).toBeVisible()
  await expect(main(page).getByRole('status').filter({ hasText: /^1$/ })).toHaveCount(2)
})

test('a product of which an order holds two says so on the button and when it is enough', async ({
  page,
  t,
  language,
}) => {
  await page.goto(`/product/${PANADOL}`)
  const add = main(page)
    .getByRole('button', { name: t('product.add_to_cart') })
    .first()
  await expect(add).toContainText(t('product.button_limit', { count: 2 }))
  await main(page)
    .getByRole('combobox', { name: t('product.quantity') })
    .selectOption('2')
  await add.click()
  await expect(badge(page, t, 1)).toBeVisible()
  await main(page)
    .getByRole('combobox', { name: t('product.quantity') })
    .selectOption('1')
  await add.click()
  await expect(page.getByText(t('product.clamped_max_per_order', { count: 2 }))).toBeVisible()
  await expect(add).toContainText(t('product.add_to_cart'))

  await page.goto('/user/cart')
  const line = row(page, await nameOf(page, PANADOL, language))
  await expect(line.getByRole('status')).toHaveText('2')
  await expect(line.getByRole('button', { name: t('a11y.increase_quantity') })).toBeDisabled()
})

test('a double click adds one', async ({ page, t }) => {
  await page.goto(`/product/${BAR}`)
  await main(page)
    .getByRole('button', { name: t('product.add_to_cart') })
    .first()
    .dblclick()
  await expect(badge(page, t, 1)).toBeVisible()
  const { cart } = (await (await page.request.get('/api/user/cart')).json()) as {
    cart: { quantity: number }[]
  }
  expect(cart.map((line) => line.quantity)).toEqual([1])
})

test('two remedies with the same ingredient are named, with what it means', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await addToCart(page.request, PANADOL)
  await addToCart(page.request, COLD)
  await page.goto('/user/cart')
  const warning = main(page)
    .getByRole('status')
    .filter({ hasText: t('cart.shared_ingredient_title') })
  await expect(warning).toContainText(await nameOf(page, PANADOL, language))
  await expect(warning).toContainText(await nameOf(page, COLD, language))
  await expect(warning).toContainText(language === 'arabic' ? 'باراسيتامول' : 'Paracetamol')
  await warning.getByRole('button', { name: t('cart.shared_ingredient_more') }).click()
  const meaning = page.getByRole('dialog', { name: t('cart.shared_ingredient_title') })
  await expect(meaning).toContainText(t('cart.shared_ingredient_help'))
  await expectAccessible()
  await meaning
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await expect(meaning).toBeHidden()
})

test('a lost connection takes the change back and says so', async ({
  page,
  t,
  language,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await addToCart(page.request, BAR)
  await page.goto('/user/cart')
  const line = row(page, await nameOf(page, BAR, language))
  await expect(line.getByRole('status')).toHaveText('1')
  await page.route('**/api/user/cart', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await line.getByRole('button', { name: t('a11y.increase_quantity') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.network') })).toBeVisible()
  await expect(line.getByRole('status')).toHaveText('1')

  await page.goto(`/product/${BAR}`)
  await main(page)
    .getByRole('button', { name: t('product.add_to_cart') })
    .first()
    .click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.network') })).toBeVisible()
  await expect(
    main(page)
      .getByRole('button', { name: t('product.add_to_cart') })
      .first(),
  ).toBeVisible()
})

/** What somebody else bought is missing from the cart a moment later. */
async function expectAfterReloads(page: Page, line: Locator, text: string) {
  await expect(async () => {
    await page.reload()
    await expect(line).toContainText(text, { timeout: 5_000 })
  }).toPass()
}

test('what sold out meanwhile stays on its line, marked, and does not count', async ({
  page,
  somebody,
  t,
  language,
  expectAccessible,
}) => {
  const scarce = 'otr-sea-100'
  const { product } = (await (await page.request.get(`/api/product/${scarce}`)).json()) as {
    product: Product & { nb_in_stock: number }
  }
  await addToCart(page.request, scarce, product.nb_in_stock)
  await addToCart(page.request, BAR)
  const another = await somebody()
  await newCustomer(another)
  await addToCart(another, scarce, 1)
  await placeOrder(another)
  await page.goto('/user/cart')
  const line = row(page, language === 'arabic' ? product.arabic_name : product.english_name)
  await expectAfterReloads(page, line, t('cart.only_left', { count: product.nb_in_stock - 1 }))

  await addToCart(another, scarce, product.nb_in_stock - 1)
  await placeOrder(another)
  await expectAfterReloads(page, line, t('cart.line_out_of_stock'))
  await expect(main(page).getByRole('complementary')).toContainText('$4.59')
  await expectAccessible()
})
