import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { anAdmin, changeProduct, decide, newProduct, newStore } from '../fixtures/owner.ts'
import { expect, test, type Text } from '../fixtures/shop.ts'
import { fresh, PASSWORD } from '../fixtures/shopper.ts'

const main = (page: Page): Locator => page.getByRole('main')
const field = (page: Page, name: string): Locator => main(page).locator(`[name=${name}]`)
const save = (page: Page, t: Text): Locator =>
  main(page).getByRole('button', { name: t('common.save'), exact: true })
const tiles = (page: Page): Locator => main(page).locator('ol > li:has(img)')

const picture = (code: string) => ({
  name: `${code}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(
    new URL(`../../internal/app/demo/pictures/${code}-800.webp`, import.meta.url),
  ),
})

test('an owner adds a product in both languages with pictures; it sells once approved', async ({
  page,
  somebody,
  t,
  language,
  signIn,
  expectAccessible,
}) => {
  const owner = await somebody()
  const store = await newStore(owner)
  const admin = await anAdmin(somebody)
  await decide(admin, 'store', store.id, 'approved')
  await signIn(store.username, PASSWORD)

  await page.goto(`/store/${store.id}/add-product`)
  await expect(main(page).getByText(t('product.will_be_pending'))).toBeVisible()
  await save(page, t).click()
  for (const rule of ['english_name', 'arabic_name', 'brand', 'price', 'code', 'quantity'])
    await expect(main(page).getByText(t(`rule.${rule}_blank`))).toBeVisible()
  // The fields of the reader's own language come first.
  await expect(field(page, `${language}_name`)).toBeFocused()
  await expect(field(page, 'arabic_description')).toHaveAttribute('dir', 'rtl')
  await expect(field(page, 'english_description')).toHaveAttribute('dir', 'ltr')
  await expectAccessible()

  const code = fresh().toUpperCase()
  const names = { english: `Night syrup ${code}`, arabic: `شراب الليل ${code}` }
  await field(page, 'english_name').fill(names.english)
  await field(page, 'arabic_name').fill(names.arabic)
  await field(page, 'english_description').fill('Calms a dry cough at night.')
  await field(page, 'arabic_description').fill('يهدّئ السعال الجاف ليلًا.')
  await field(page, 'brand').selectOption('other')
  await field(page, 'brand_other').fill('Moon')
  await field(page, 'category').selectOption('colds')
  await field(page, 'code').fill(code)
  await field(page, 'nb_in_stock').fill('١٢')
  await field(page, 'price').fill('١٠٫٥٠')
  await field(page, 'discount').fill('20')
  await expect(main(page).getByText('$8.40')).toBeVisible()

  await field(page, 'images').setInputFiles([
    picture('pan-joint-24'),
    picture('dove-hand-75'),
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ])
  await expect(main(page).getByText(t('error.image_type'))).toBeVisible()
  await expect(tiles(page)).toHaveCount(2)
  await expect(main(page).getByRole('progressbar')).toHaveCount(0)
  const second = await tiles(page).nth(1).locator('img').getAttribute('src')
  await main(page)
    .getByRole('button', { name: t('product.image_move_earlier', { number: 2 }) })
    .press('Enter')
  await expect(tiles(page).nth(0).locator('img')).toHaveAttribute('src', second ?? '')
  await expect(
    main(page).getByRole('button', { name: t('product.image_move_later', { number: 1 }) }),
  ).toBeFocused()
  await expectAccessible()

  await save(page, t).click()
  await expect(
    main(page).getByRole('heading', { name: t('product.saved_pending_title') }),
  ).toBeFocused()
  await expectAccessible()
  await main(page).getByRole('status').getByRole('link', { name: store.name }).click()
  await expect(main(page).getByText(t('store.products_pending'))).toBeVisible()
  await main(page).getByRole('link', { name: names[language] }).click()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await decide(admin, 'product', id, 'approved')
  await page.context().clearCookies({ name: 'dawa_session' })
  await page.goto(`/product/${id}`)
  await expect(main(page).getByRole('heading', { name: names[language], level: 1 })).toBeVisible()
  await expect(main(page).getByText('$8.40').first()).toBeVisible()
})

test('a picture can be pasted and dropped; a broken one is told and can be removed', async ({
  page,
  t,
  tolerate,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/product/new')
  const bytes = [...picture('pan-joint-24').buffer]
  const offer = (kind: 'paste' | 'drop', content: number[], name: string) =>
    page.evaluate(
      ([how, data, file]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(data)], file, { type: 'image/webp' }))
        if (how === 'paste') {
          document.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }),
          )
        } else {
          document
            .querySelector('main [name=images]')
            ?.closest('div.border-dashed')
            ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
        }
      },
      [kind, content, name] as const,
    )
  await expect(field(page, 'images')).toBeAttached()
  await offer('paste', bytes, 'pasted.webp')
  await expect(tiles(page)).toHaveCount(1)
  await offer('drop', bytes, 'dropped.webp')
  await expect(tiles(page)).toHaveCount(2)
  await expect(main(page).getByRole('progressbar')).toHaveCount(0)

  tolerate(/400/)
  await offer('drop', bytes.slice(0, 200), 'broken.webp')
  await expect(tiles(page)).toHaveCount(3)
  await expect(
    tiles(page)
      .nth(2)
      .getByText(new RegExp(`${t('error.image_broken')}|${t('error.image_type')}`)),
  ).toBeVisible()
  await main(page)
    .getByRole('button', { name: t('product.image_remove', { number: 3 }) })
    .click()
  await expect(tiles(page)).toHaveCount(2)
})

test('an admin edits a product; what another admin changed is asked about, not overwritten', async ({
  page,
  somebody,
  t,
  tolerate,
  signIn,
  expectAccessible,
}) => {
  const other = await anAdmin(somebody)
  const product = await newProduct(other)
  await signIn('admin')
  await page.goto(`/product/edit/${product.id}`)
  await expect(field(page, 'english_name')).toHaveValue(product.name)
  await field(page, 'price').fill('7.25')
  await save(page, t).click()
  await expect(main(page).getByText(t('product.updated'))).toBeInViewport()

  await field(page, 'english_name').fill(`${product.name} mine`)
  await field(page, 'price').fill('8')
  await changeProduct(other, product.id, {
    english_name: `${product.name} theirs`,
    price: 9,
    nb_in_stock: 99,
  })
  tolerate(/409/)
  await save(page, t).click()
  await expect(main(page).getByText(t('product.changed_title'))).toBeInViewport()
  await expect(field(page, 'nb_in_stock')).toHaveValue('99')
  await expect(field(page, 'english_name')).toHaveValue(`${product.name} mine`)
  await expectAccessible()
  await main(page)
    .getByRole('group', { name: t('product.price'), exact: true })
    .getByRole('radio', { name: t('product.take_theirs') })
    .check()
  await expect(field(page, 'price')).toHaveValue('9.00')
  await save(page, t).click()
  await expect(main(page).getByText(t('product.updated'))).toBeVisible()
  const { product: now } = (await (await other.get(`/api/product/${product.id}`)).json()) as {
    product: { english_name: string; price: number; nb_in_stock: number }
  }
  expect(now).toMatchObject({ english_name: `${product.name} mine`, price: 9, nb_in_stock: 99 })
})

test('a reload keeps what was typed into a new product', async ({ page, signIn, t }) => {
  await signIn('layla')
  await page.goto('/admin/product/new')
  await field(page, 'arabic_name').fill('شراب الليل')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage))))
    .toContain('شراب الليل')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'arabic_name')).toHaveValue('شراب الليل')
  await expect(main(page).getByText(t('common.draft_back'))).toBeVisible()
})

test('editing is for admins, adding for everyone signed in', async ({ page, t, signIn }) => {
  await page.goto('/admin/product/new')
  await expect(page.getByRole('alert').filter({ hasText: t('access.forbidden') })).toBeVisible()
  await signIn('layla')
  await page.goto('/product/edit/pan-joint-24')
  await expect(page.getByRole('alert').filter({ hasText: t('access.forbidden') })).toBeVisible()
  await page.goto('/admin/product/new')
  await expect(main(page).getByText(t('product.will_be_pending'))).toBeVisible()
})

test('after adding a product, one press of Back leaves the form', async ({ page, t, signIn }) => {
  await signIn('admin')
  await page.goto('/admin/products')
  await main(page)
    .getByRole('link', { name: t('product.add_title') })
    .click()
  await expect(page).toHaveURL(/\/admin\/product\/new$/)

  const code = fresh().toUpperCase()
  await field(page, 'english_name').fill(`Day syrup ${code}`)
  await field(page, 'arabic_name').fill(`شراب النهار ${code}`)
  await field(page, 'english_description').fill('Calms a dry cough.')
  await field(page, 'arabic_description').fill('يهدّئ السعال الجاف.')
  await field(page, 'brand').selectOption({ index: 1 })
  await field(page, 'code').fill(code)
  await field(page, 'nb_in_stock').fill('12')
  await field(page, 'price').fill('10.50')
  await save(page, t).click()
  await expect(main(page).getByRole('button', { name: t('product.add_another') })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(t('admin.products'))
})

test('Back asks before unsaved changes are left; staying keeps them, leaving goes back', async ({
  page,
  t,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/products')
  await main(page)
    .getByRole('link', { name: t('product.add_title') })
    .click()
  await field(page, 'english_name').click()
  await page.keyboard.type('Night')
  const question = page.getByRole('alertdialog', { name: t('common.leave_title') })

  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: t('common.stay') }).click()
  await expect(page).toHaveURL(/\/admin\/product\/new$/)
  await expect(field(page, 'english_name')).toHaveValue('Night')

  await page.getByRole('banner').getByRole('link').first().click()
  await question.getByRole('button', { name: t('common.stay') }).click()
  await expect(page).toHaveURL(/\/admin\/product\/new$/)

  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: t('common.leave') }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
})
