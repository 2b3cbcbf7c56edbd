import type { Locator, Page } from '@playwright/test'
import { anAdmin, changeProduct, newProduct } from '../fixtures/owner.ts'
import { expect, test } from '../fixtures/shop.ts'

const main = (page: Page): Locator => page.getByRole('main')

test('an official price list is compared, a far price is ticked, and the list is applied', async ({
  page,
  somebody,
  t,
  tolerate,
  signIn,
  expectAccessible,
}) => {
  test.slow()
  tolerate(/400/)
  const other = await anAdmin(somebody)
  const product = await newProduct(other)
  const registration = `R-${product.code}`
  await changeProduct(other, product.id, {
    regulation: 'otc',
    official_price_lbp: 600_000,
    registration_no: registration,
  })
  await signIn('admin')
  await page.goto('/admin/prices')
  await main(page)
    .locator('[name=file]')
    .setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `وزارة الصحة العامة;;\r\nرقم التسجيل;الاسم;السعر\r\n${registration};Syrup;١٬٢٠٠٬٠٠٠\r\nX-${product.code};Other;5,000\r\n`,
      ),
    })
  await expect(main(page).getByLabel(t('prices.field_registration'))).toHaveValue('رقم التسجيل')
  await expect(main(page).getByLabel(t('prices.field_price'))).toHaveValue('السعر')
  await expectAccessible()
  const compare = main(page).getByRole('button', { name: t('prices.compare') })
  await compare.click()
  await expect(main(page).getByText(t('rule.price_list_source_blank'))).toBeVisible()
  await main(page).getByLabel(t('prices.source')).fill('Circular 7')
  await compare.click()

  await expect(page).toHaveURL(/list=/)
  const tick = main(page).getByLabel(t('prices.tick'), { exact: true })
  await expect(tick).toBeVisible()
  await expect(main(page).getByText('+100%')).toBeVisible()
  await expect(
    main(page).getByRole('link', { name: t('prices.kind_unmatched', { count: 1 }) }),
  ).toBeVisible()
  await expectAccessible()
  await tick.check()
  await main(page)
    .getByRole('button', { name: t('prices.apply', { count: 1 }) })
    .click()
  await expect(
    main(page).getByText(t('prices.applied_counts', { written: 1, skipped: 0 })),
  ).toBeVisible({ timeout: 30_000 })
  const answer = (await (await other.get(`/api/product/${product.id}`)).json()) as {
    product: { official_price_lbp: number }
  }
  expect(answer.product.official_price_lbp).toBe(1_200_000)
})
