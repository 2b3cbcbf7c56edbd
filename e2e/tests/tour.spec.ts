import type { Locator, Page } from '@playwright/test'
import { newStore } from '../fixtures/owner.ts'
import { expect, test, type Text } from '../fixtures/shop.ts'

const offer = (page: Page, t: Text) =>
  page.getByRole('main').getByRole('region', { name: t('tour.title') })
const again = (page: Page, t: Text) => page.getByRole('button', { name: t('tour.again') })
const step = (dialog: Locator, t: Text, number: number, count: number) =>
  dialog.getByText(t('tour.step', { step: number, count }))

test('an admin takes the tour to its end, once', async ({ page, t, signIn, expectAccessible }) => {
  await signIn('admin')
  await page.goto('/admin')
  await expect(offer(page, t)).toContainText(t('tour.admin_offer'))
  await expectAccessible()
  await offer(page, t)
    .getByRole('button', { name: t('tour.start') })
    .click()

  const dialog = page.getByRole('dialog', { name: t('tour.title') })
  await expect(step(dialog, t, 1, 5)).toBeVisible()
  await expectAccessible()
  const next = dialog.getByRole('button', { name: t('checkout.next') })
  await next.click()
  await expect(step(dialog, t, 2, 5)).toBeVisible()
  await dialog.getByRole('button', { name: t('checkout.back') }).click()
  await expect(step(dialog, t, 1, 5)).toBeVisible()
  for (let presses = 0; presses < 4; presses += 1) await next.press('Enter')
  await expect(step(dialog, t, 5, 5)).toBeVisible()
  await expect(dialog.getByText(t('tour.admin_people'))).toBeVisible()
  await dialog.getByRole('button', { name: t('tour.done') }).click()
  await expect(dialog).toBeHidden()
  await expect(again(page, t)).toBeFocused()

  await page.reload()
  await expect(again(page, t)).toBeVisible()
  await expect(offer(page, t)).toHaveCount(0)
  // Whoever wants it once more finds it; Escape leaves it.
  await again(page, t).click()
  await expect(step(dialog, t, 1, 5)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an owner skips the tour, and is not asked again', async ({ page, t }) => {
  await newStore(page.request)
  await page.goto('/user/stores')
  await expect(offer(page, t)).toContainText(t('tour.owner_offer'))
  await offer(page, t)
    .getByRole('button', { name: t('tour.skip') })
    .click()
  await expect(offer(page, t)).toHaveCount(0)
  await page.reload()
  await expect(again(page, t)).toBeVisible()
  await expect(offer(page, t)).toHaveCount(0)
})

test('an owner leaves the tour for one of its screens', async ({ page, t }) => {
  const { id } = await newStore(page.request)
  await page.goto('/user/stores')
  await offer(page, t)
    .getByRole('button', { name: t('tour.start') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('tour.title') })
  await dialog.getByRole('button', { name: t('checkout.next') }).click()
  await dialog
    .getByRole('link', { name: t('tour.open', { screen: t('page.store_products') }) })
    .click()
  await expect(page).toHaveURL(`/store/${id}/products`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/user/stores')
  await expect(again(page, t)).toBeVisible()
  await expect(offer(page, t)).toHaveCount(0)
})

test('somebody without a store or a role is offered no tour', async ({ page, t, signIn }) => {
  await signIn('layla')
  await page.goto('/user/stores')
  await expect(page.getByText(t('store.empty'))).toBeVisible()
  await expect(offer(page, t)).toHaveCount(0)
  await expect(again(page, t)).toHaveCount(0)
})
