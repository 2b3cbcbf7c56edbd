import { expect, test } from '../fixtures/shop.ts'
import { focusStop, tab, tabTo } from '../fixtures/keyboard.ts'
import { newCustomer } from '../fixtures/shopper.ts'

test('from the search to the order with the keyboard alone', async ({ page, t, isPhone }) => {
  await newCustomer(page.request)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The first stop leads past the header.
  await tab(page)
  await expect(page.getByRole('link', { name: t('a11y.skip_to_content') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  // Anew, and not by reloading: the address now names the place behind the header.
  await page.goto('/')
  const search = page.getByRole('search').getByRole('combobox')
  await tabTo(page, search, { most: 5 })
  await page.keyboard.type('panadol')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search-results\?q=panadol/)

  const product = page.getByRole('main').locator('article a').first()
  await tabTo(page, product)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
  await tabTo(page, page.locator('[data-buy-bar] select'))
  await page.keyboard.press('ArrowDown')
  await tabTo(
    page,
    page.locator('[data-buy-bar]').getByRole('button', { name: t('product.add_to_cart') }),
  )
  await page.keyboard.press('Enter')
  const news = page.getByRole('status').getByText(t('product.added_to_cart'))
  await expect(news).toBeVisible()
  await page.keyboard.press('Escape') // it may lie over what comes next
  await expect(news).toBeHidden()

  const bar = isPhone
    ? page.getByRole('navigation', { name: t('nav.quick') })
    : page.locator('header')
  await tabTo(page, bar.getByRole('link', { name: t('nav.cart_count', { count: 1 }) }), {
    back: true,
  })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/cart')
  await tabTo(page, page.getByRole('link', { name: t('cart.checkout') }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/user\/checkout/)
  const next = page.getByRole('button', { name: t('checkout.next') })
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio').first())
  await expect(page.getByRole('radio', { name: t('checkout.pay_cash') })).toBeChecked()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: t('checkout.place_order') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('checkout.thank_you') })).toBeVisible()
})

test('a list is walked to its end and back, and nothing holds the focus', async ({ page }) => {
  await page.goto('/product/category/pain_killers')
  await expect(page.getByRole('main').locator('article').first()).toBeVisible()
  let stops = 0
  while ((await tab(page)) !== null) {
    stops += 1
    expect(stops, 'the focus goes round in the page').toBeLessThan(150)
  }
  expect(stops).toBeGreaterThan(30)
  await tab(page, 'Shift+Tab')
  await tab(page, 'Shift+Tab')
  expect(await focusStop(page)).not.toBeNull()
})

test('a dialog keeps the focus, Escape closes it and the focus comes back', async ({ page, t }) => {
  await page.goto('/user/login')
  const opener = page.getByRole('button', { name: t('auth.forgot_password') })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
