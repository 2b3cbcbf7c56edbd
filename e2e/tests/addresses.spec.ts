import type { Locator, Page } from '@playwright/test'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { call, newCustomer, PASSWORD } from '../fixtures/shopper.ts'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, name: string): Locator => page.locator(`[name=${name}]`)
const save = (page: Page, t: Text): Locator =>
  main(page).getByRole('button', { name: t('address.save'), exact: true })
const card = (page: Page, t: Text, number: number): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: t('address.number', { number }) }) })
const confirm = (page: Page, t: Text): Promise<void> =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('address.delete_this'), exact: true })
    .click()

const elsewhere = {
  street: 'Mina Road',
  state: 'North Lebanon',
  city: 'Tripoli',
  building: 'Sea Tower',
  floor: 1,
  extra_info: '',
}

async function fill(page: Page): Promise<void> {
  await field(page, 'street').fill('شارع الحمرا، قرب الجامعة')
  await field(page, 'state').fill('بيروت')
  await field(page, 'city').fill('الحمرا')
  await field(page, 'building').fill('بناية الأرز 7')
  await field(page, 'floor').fill('٣')
}

test('an address is added in any script, with places suggested, and is in the list', async ({
  page,
  t,
  language,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await page.goto('/user/addresses')
  await expect(card(page, t, 1)).toContainText('Bliss Street')
  await expect(card(page, t, 1)).toContainText('+961 71234567')
  await expectAccessible()
  await main(page)
    .getByRole('link', { name: t('address.new') })
    .click()
  await expect(page).toHaveURL('/user/add-address')

  await save(page, t).click()
  await expect(main(page).getByText(t('rule.street_required'))).toBeVisible()
  await expect(field(page, 'street')).toBeFocused()
  await field(page, 'street').fill('Hamra!')
  await expect(main(page).getByText(t('rule.street_letters'))).toBeVisible()
  await expectAccessible()

  await field(page, 'city').fill(language === 'arabic' ? 'جوني' : 'jouni')
  await expect(main(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'city')).toHaveValue(language === 'arabic' ? 'جونيه' : 'Jounieh')
  await expect(field(page, 'state')).toHaveValue(
    language === 'arabic' ? 'كسروان جبيل' : 'Keserwan Jbeil',
  )
  await fill(page)
  await page.keyboard.press('Escape')
  await save(page, t).click()
  await expect(main(page).getByText(t('done.address_added'))).toBeVisible()
  await expect(field(page, 'street')).toHaveValue('')

  await page.goto('/user/addresses')
  await expect(card(page, t, 2)).toContainText('شارع الحمرا، قرب الجامعة')
  await expect(card(page, t, 2)).toContainText(t('address.floor_number', { floor: 3 }))
})

test('an address is changed, chosen to deliver to, and deleted after a question', async ({
  page,
  t,
  expectAccessible,
}) => {
  await newCustomer(page.request)
  await call(page.request, 'POST', '/api/user/add-address', { address: elsewhere })
  await page.goto('/user/addresses')
  await expect(card(page, t, 1)).toContainText(t('address.favorite'))
  await card(page, t, 2)
    .getByRole('button', { name: t('address.make_favorite') })
    .click()
  await expect(card(page, t, 2)).toContainText(t('address.favorite'))
  const delivery = page.getByRole('combobox', { name: t('nav.delivery_to') })
  await expect(delivery).toHaveValue('1')
  await delivery.selectOption('0')
  await expect(card(page, t, 1)).toContainText(t('address.favorite'))

  await card(page, t, 2)
    .getByRole('link', { name: t('address.edit') })
    .click()
  await expect(page).toHaveURL('/user/address/1')
  await expect(field(page, 'street')).toHaveValue('Mina Road')
  await expectAccessible()
  await field(page, 'building').fill('')
  await expect(main(page).getByText(t('rule.building_blank'))).toBeVisible()
  await field(page, 'building').fill('Sea Tower 2')
  await save(page, t).click()
  await expect(main(page).getByText(t('done.address_updated'))).toBeVisible()
  await main(page)
    .getByRole('button', { name: t('address.delete_this'), exact: true })
    .click()
  await confirm(page, t)
  await expect(page).toHaveURL('/user/addresses')
  await expect(main(page).getByText(t('done.address_deleted'))).toBeVisible()
  await expect(card(page, t, 2)).toBeHidden()

  await card(page, t, 1)
    .getByRole('button', { name: t('address.delete') })
    .click()
  await confirm(page, t)
  await expect(main(page).getByText(t('address.empty'), { exact: true })).toBeVisible()
  await expectAccessible()
})

test('an address that was deleted elsewhere overwrites no other and is added again', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/status of 409/)
  await newCustomer(page.request)
  await call(page.request, 'POST', '/api/user/add-address', { address: elsewhere })
  await page.goto('/user/address/0')
  await expect(field(page, 'street')).toHaveValue('Bliss Street')
  await call(page.request, 'DELETE', '/api/user/delete-address/0')
  await field(page, 'street').fill('Port Street')
  await save(page, t).click()
  await expect(main(page).getByText(t('address.gone'))).toBeVisible()
  await expect(field(page, 'street')).toHaveValue('Port Street')
  await save(page, t).click()
  await expect(page).toHaveURL('/user/addresses')
  await expect(main(page).getByText(t('done.address_added'))).toBeVisible()
  await expect(card(page, t, 1)).toContainText('Mina Road')
  await expect(card(page, t, 2)).toContainText('Port Street')
})

test('what is typed over an address survives every way of losing it', async ({
  page,
  t,
  language,
  tolerate,
}) => {
  tolerate(/status of 40[13]/)
  const username = await newCustomer(page.request)
  await page.goto('/user/addresses')
  await card(page, t, 1)
    .getByRole('link', { name: t('address.edit') })
    .click()
  await field(page, 'street').fill('Port Street')
  const typed = async () => await expect(field(page, 'street')).toHaveValue('Port Street')
  const question = page.getByRole('alertdialog', { name: t('common.leave_title') })
  const stay = async () => {
    await question.getByRole('button', { name: t('common.stay') }).click()
    await expect(page).toHaveURL('/user/address/0')
    await typed()
  }

  await main(page)
    .getByRole('link', { name: t('address.title'), exact: true })
    .click()
  await stay()
  await page.evaluate(() => history.back())
  await stay()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(main(page).getByText(t('common.draft_back'))).toBeVisible()
  await typed()

  await page
    .getByRole('banner')
    .getByRole('button', { name: language === 'arabic' ? 'English' : 'العربية' })
    .click()
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'arabic' ? 'ltr' : 'rtl')
  await typed()
  await page
    .getByRole('banner')
    .getByRole('button', { name: language === 'arabic' ? 'العربية' : 'English' })
    .click()
  await expect(save(page, t)).toBeVisible()
  await typed()

  await page.context().clearCookies({ name: 'dawa_session' })
  await save(page, t).click()
  await expect(page.getByText(t('access.login_needed'))).toBeVisible()
  await field(page, 'username').fill(username)
  await field(page, 'password').fill(PASSWORD)
  await main(page)
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/user/address/0')
  await expect(main(page).getByText(t('done.address_updated'))).toBeVisible()
  await typed()

  await main(page)
    .getByRole('link', { name: t('address.title'), exact: true })
    .click()
  await expect(card(page, t, 1)).toContainText('Port Street')
})

test('a session that ended: after signing in the address is saved', async ({
  page,
  t,
  tolerate,
}) => {
  tolerate(/status of 40[13]/)
  const username = await newCustomer(page.request)
  await page.goto('/user/add-address')
  await fill(page)
  await page.keyboard.press('Escape')
  await page.context().clearCookies({ name: 'dawa_session' })
  await save(page, t).click()
  await expect(page.getByText(t('access.login_needed'))).toBeVisible()
  await field(page, 'username').fill(username)
  await field(page, 'password').fill(PASSWORD)
  await main(page)
    .getByRole('button', { name: t('auth.sign_in'), exact: true })
    .click()
  await expect(page).toHaveURL('/user/add-address')
  await expect(main(page).getByText(t('done.address_added'))).toBeVisible()
  const answer = await page.request.get('/api/user/get-addresses')
  const { addresses } = (await answer.json()) as { addresses: { city: string }[] }
  expect(addresses.map((address) => address.city)).toEqual(['Beirut', 'الحمرا'])
})

test('a lost connection keeps what was typed and says so', async ({ page, t, tolerate }) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await newCustomer(page.request)
  await page.goto('/user/add-address')
  await fill(page)
  await page.keyboard.press('Escape')
  await page.route('**/api/user/add-address', (route) => route.abort())
  await save(page, t).click()
  await expect(main(page).getByRole('alert')).toContainText(t('common.typed_kept'))
  await expect(field(page, 'building')).toHaveValue('بناية الأرز 7')
  await page.unroute('**/api/user/add-address')
  await save(page, t).dblclick()
  await expect(main(page).getByText(t('done.address_added'))).toBeVisible()
})
