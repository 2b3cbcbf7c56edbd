import type { Locator, Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { newCustomer } from '../fixtures/shopper.ts'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, name: string): Locator => page.locator(`[name=${name}]`)
const title = (page: Page, name: string): Locator =>
  main(page).getByRole('heading', { level: 1, name })
const save = (page: Page, t: Text): Locator =>
  main(page).getByRole('button', { name: t('card.save'), exact: true })
const mask = '•••• •••• •••• 4242'

/** Typed digit by digit, as a hand does: the field shapes what it gets. */
async function type(page: Page, number: string, expiry: string, cvv: string): Promise<void> {
  await field(page, 'card_name').fill('Rana Khoury')
  await field(page, 'card_number').pressSequentially(number)
  await field(page, 'exp_date').pressSequentially(expiry)
  await field(page, 'cvv').pressSequentially(cvv)
}

test('a card is added, masked, changed and deleted; nothing of it stays in the browser', async ({
  page,
  t,
  shop,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await page.goto('/user/card')
  await expect(title(page, t('card.add_title'))).toBeVisible()
  await expectAccessible()
  await expect(field(page, 'card_number')).toHaveAttribute('autocomplete', 'cc-number')
  await expect(field(page, 'card_number')).toHaveAttribute('dir', 'ltr')
  await type(page, '4242424242424242', '1231', '739')
  await expect(field(page, 'card_number')).toHaveValue('4242 4242 4242 4242')
  await expect(field(page, 'exp_date')).toHaveValue('12/31')
  await expect(main(page).locator('[data-recognised]')).toHaveText(t('card.visa'))
  await save(page, t).dblclick()
  await expect(main(page).getByText(t('done.card_added'))).toBeVisible()
  await expect(title(page, t('card.update_title'))).toBeVisible()
  await expect(field(page, 'card_number')).toHaveValue(mask)
  await expect(field(page, 'cvv')).toHaveValue('')
  await expectAccessible()
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]),
  )
  expect(stored).not.toMatch(/4242|739|Khoury/)
  // Times and durations may hold any three digits.
  const log = shop.log().replaceAll(/time=\S+|[\d.]+(?:ms|µs|s)\b/g, '')
  expect(log).not.toMatch(/4242424242424242|\b739\b/)

  // The mask as it is keeps the number.
  await page.reload()
  await field(page, 'exp_date').fill('01/2032')
  await field(page, 'cvv').fill('١٢٣')
  await save(page, t).click()
  await expect(main(page).getByText(t('done.card_updated'))).toBeVisible()
  await expect(field(page, 'card_number')).toHaveValue(mask)
  await expect(field(page, 'exp_date')).toHaveValue('01/32')

  await main(page)
    .getByRole('button', { name: t('card.delete'), exact: true })
    .click()
  const question = page.getByRole('alertdialog', { name: t('card.delete_title') })
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await expect(title(page, t('card.update_title'))).toBeVisible()
  await main(page)
    .getByRole('button', { name: t('card.delete'), exact: true })
    .click()
  await question.getByRole('button', { name: t('card.delete'), exact: true }).click()
  await expect(main(page).getByText(t('done.card_deleted'))).toBeVisible()
  await expect(title(page, t('card.add_title'))).toBeVisible()
})

test('what is wrong with a card is said beside its field', async ({ page, t, tolerate }) => {
  tolerate(/status of 400/)
  await newCustomer(page.request)
  await page.goto('/user/card')
  await field(page, 'card_number').pressSequentially('5555')
  await expect(main(page).locator('[data-recognised]')).toHaveText(t('card.mastercard'))
  await expect(main(page).getByText(t('rule.card_number_digits'))).toBeVisible()
  await save(page, t).click()
  await expect(main(page).getByText(t('rule.card_name_required'))).toBeVisible()
  await expect(main(page).getByText(t('rule.cvv_required'))).toBeVisible()
  await expect(main(page).getByText(t('rule.exp_date_required'))).toBeVisible()
  await expect(field(page, 'card_name')).toBeFocused()

  await field(page, 'card_number').fill('')
  await type(page, '4242424242424241', '0120', '123')
  await save(page, t).click()
  await expect(main(page).getByText(t('rule.card_number_luhn'))).toBeVisible()
  await expect(main(page).getByText(t('rule.card_expired'))).toBeVisible()
  await expect(field(page, 'card_number')).toBeFocused()
})

test('touching the mask begins a new number; failures are called by their name', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await newCustomer(page.request)
  await page.goto('/user/card')
  await type(page, '4242424242424242', '1231', '123')
  await save(page, t).click()
  await expect(title(page, t('card.update_title'))).toBeVisible()

  await field(page, 'card_number').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect(field(page, 'card_number')).toHaveValue('')
  await field(page, 'card_name').click()
  await expect(field(page, 'card_number')).toHaveValue(mask)

  await page.route('**/api/user/update-card', (route) => route.abort())
  await page.route('**/api/user/delete-card', (route) => route.abort())
  await field(page, 'cvv').fill('123')
  await save(page, t).click()
  await expect(main(page).getByRole('alert')).toContainText(t('card.error_update'))
  await expect(field(page, 'cvv')).toHaveValue('123')
  await main(page)
    .getByRole('button', { name: t('card.delete'), exact: true })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('card.delete'), exact: true })
    .click()
  await expect(main(page).getByText(t('card.error_delete'), { exact: true })).toBeVisible()
})
