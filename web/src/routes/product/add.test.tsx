import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'
import { aStore, oneStore } from '../../test-setup/store-server'

beforeAll(() => {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
beforeEach(() => sessionStorage.clear())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

async function fill({ user }: ReturnType<typeof renderShop>) {
  await user.type(await screen.findByLabelText('English name'), 'Night syrup')
  await user.type(screen.getByLabelText('Arabic name'), 'شراب الليل')
  await user.type(screen.getByLabelText('English description'), 'For the night')
  await user.type(screen.getByLabelText('Arabic description'), 'لليل')
  await user.selectOptions(screen.getByLabelText('Brand'), 'Other')
  await user.type(screen.getByLabelText('Other brand'), 'Moon')
  await user.selectOptions(screen.getByLabelText('Category'), 'Cold/Cough')
  await user.type(screen.getByLabelText('Code'), 'NS-1')
  await user.type(screen.getByLabelText('Price ($)'), '4.25')
  await user.type(screen.getByLabelText('Quantity'), '12')
}

test('the owner of a store adds a product, which waits for approval', async () => {
  let sent: Record<string, FormDataEntryValue> = {}
  shopServer.use(
    status(aUser()),
    oneStore(aStore(), true),
    http.get('*/api/concerns', () =>
      HttpResponse.json([
        { key: 'cough', group: 'cold_cough', label: { english: 'Cough', arabic: 'سعال' } },
      ]),
    ),
    http.post('*/api/product/new', async ({ request }) => {
      sent = Object.fromEntries(await request.formData())
      const product = aProduct({ id: 'ns-1', english_name: 'Night syrup', status: 'pending' })
      return HttpResponse.json({
        success: true,
        code: 'product_pending',
        message: '',
        _id: 'ns-1',
        id: 'ns-1',
        status: 'pending',
        product,
      })
    }),
  )
  const shop = renderShop('/store/s1/add-product')
  expect(await screen.findByText(/An admin checks new products/)).toBeTruthy()
  await fill(shop)
  await shop.user.selectOptions(
    screen.getByRole('combobox', { name: 'What it helps with' }),
    await screen.findByRole('option', { name: 'Cough' }),
  )
  await shop.user.click(screen.getByRole('checkbox', { name: 'Children' }))
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  const news = await screen.findByRole('heading', { name: 'Saved, waiting for approval' })
  expect(document.activeElement).toBe(news)
  expect(sent).toEqual({
    'product[english_name]': 'Night syrup',
    'product[arabic_name]': 'شراب الليل',
    'product[english_description]': 'For the night',
    'product[arabic_description]': 'لليل',
    'product[brand]': 'Moon',
    'product[category]': 'colds',
    'product[code]': 'NS-1',
    'product[price]': '4.25',
    'product[discount]': '0',
    'product[nb_in_stock]': '12',
    'product[concerns]': 'cough',
    'product[suits]': 'child',
    'product[store]': 's1',
  })
  expect(sessionStorage.getItem('productDraft:store-s1')).toBeNull()
})

test('a taken code is told beside its field', async () => {
  shopServer.use(
    status(aUser({ admin: true })),
    http.post('*/api/product/new', () =>
      HttpResponse.json(
        { success: false, code: 'product_code_taken', message: '', errors: { code: 'code_taken' } },
        { status: 409 },
      ),
    ),
  )
  const shop = renderShop('/admin/product/new')
  await fill(shop)
  expect(screen.queryByText(/An admin checks new products/)).toBeNull()
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Another product already has this code')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
})

test('Quantity is the word for a blank stock of a new product', async () => {
  shopServer.use(status(aUser()))
  const { user } = renderShop('/admin/product/new')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  for (const name of ['Quantity', 'Brand', 'Price', 'English name'])
    expect(await screen.findByText(`${name} cannot be blank`)).toBeTruthy()
})

test('a session that ended while saving leads to sign-in, and the typing waits', async () => {
  shopServer.use(
    status(aUser()),
    http.post('*/api/product/new', () =>
      HttpResponse.json({ success: false, code: 'session_ended', message: '' }, { status: 401 }),
    ),
  )
  const shop = renderShop('/admin/product/new')
  await fill(shop)
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sessionStorage.getItem('productDraft:new')).toContain('For the night'))
  shop.unmount()
  renderShop('/admin/product/new')
  expect(await screen.findByDisplayValue('شراب الليل')).toBeTruthy()
})
