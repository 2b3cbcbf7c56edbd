import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/shop.ts'

test.use({
  ownShop: { name: 'with a tag manager', args: ['--tag-manager', 'GTM-TEST123'] },
  viewport: { width: 390, height: 844 },
})

/** The notices that can be seen. */
function notices(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-notice]')]
      .filter((notice) => notice.checkVisibility())
      .map((notice) => notice.dataset.notice ?? ''),
  )
}

/** Whether a press in the middle of a button reaches it. */
async function expectUncovered(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const uncovered = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && element.contains(top)
  })
  expect(uncovered).toBe(true)
}

test('one notice at a time, and none covers the button one needs', async ({
  page,
  context,
  t,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch|net::/)
  const answer = await page.request.get('/api/product/category/vitamins')
  const products = (await answer.json()) as { id: string; nb_in_stock: number }[]
  const product = products.find(({ nb_in_stock: left }) => left > 5)
  await page.goto(`/product/${product?.id ?? ''}`)
  const add = page.locator('[data-buy-bar]').getByRole('button', { name: t('product.add_to_cart') })
  await expect.poll(() => notices(page)).toEqual(['consent'])
  await expectUncovered(add)

  await add.click()
  await expect.poll(() => notices(page)).toEqual(['toast'])
  await expectUncovered(page.locator('[data-buy-bar] button').first())

  await page.goto('/user/cart')
  await expect.poll(() => notices(page)).toEqual(['consent'])
  await expectUncovered(
    page
      .locator('[data-buy-bar]')
      .getByRole('link')
      .or(page.locator('[data-buy-bar] button'))
      .first(),
  )

  await context.setOffline(true)
  await expect.poll(() => notices(page)).toEqual(['connection'])
  await expectUncovered(
    page
      .locator('[data-buy-bar]')
      .getByRole('link')
      .or(page.locator('[data-buy-bar] button'))
      .first(),
  )
})
