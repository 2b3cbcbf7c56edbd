import { fileURLToPath } from 'node:url'
import { untilPainted } from '../fixtures/painted.ts'
import { expect, test } from '../fixtures/shop.ts'

/** The screens of the README's gallery. `make screenshots` renews docs/screenshots. */
const screens: { name: string; path: string; as?: string; heading?: string }[] = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/product/category/vitamins' },
  { name: 'product', path: '/product/pan-extra-24' },
  { name: 'search', path: '/search-results?q=panadol' },
  { name: 'discounts', path: '/product/discounts' },
  { name: 'cart', path: '/user/cart', as: 'layla' },
  { name: 'signup', path: '/user/signup' },
  { name: 'account', path: '/user/account', as: 'layla' },
  { name: 'store', path: '/user/stores', as: 'karim' },
  { name: 'admin', path: '/admin', as: 'admin' },
  { name: 'products', path: '/admin/products', as: 'admin' },
]

for (const screen of screens) {
  test(screen.name, async ({ page, signIn }, { project }) => {
    if (screen.as !== undefined) await signIn(screen.as)
    const file = fileURLToPath(
      new URL(`../../docs/screenshots/${screen.name}-${project.name}.png`, import.meta.url),
    )
    await page.goto(screen.path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilPainted(page)
    await page.screenshot({ path: file })
  })
}
