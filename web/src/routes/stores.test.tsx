import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderShop } from '../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../test-setup/shop-server'
import { aStore, myStores, oneStore } from '../test-setup/store-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => sessionStorage.clear())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

type Shop = ReturnType<typeof renderShop>

async function fill({ user }: Shop) {
  await user.type(await screen.findByLabelText('Name'), 'Cedar Pharmacy')
  await user.type(screen.getByLabelText('Street'), 'Hamra Street')
  await user.type(screen.getByLabelText('City'), 'Beirut')
  await user.type(screen.getByLabelText('State'), 'Beirut')
  await user.type(screen.getByLabelText('Building'), 'Cedar Building')
  await user.type(screen.getByLabelText('Phone number'), '٧٠١٢٣٤٥٦')
}

test('every field of a store says what is missing, each its own', async () => {
  const shop = renderShop('/addstore')
  await shop.user.click(await screen.findByRole('button', { name: 'Save' }))
  for (const name of ['Name', 'Street', 'City', 'State', 'Building', 'Phone number']) {
    const described = screen.getByLabelText(name).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe(`${name} cannot be blank`)
  }
})

test('a visitor who saves is asked to sign in, and finds the typing after a reload', async () => {
  const shop = renderShop('/addstore')
  await screen.findByText(/We ask you to sign in when you save/)
  await fill(shop)
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shop.address()).toBe('/user/login?next=%2Faddstore'))
  expect(await screen.findByText('You must be logged in')).toBeTruthy()
  shop.unmount()

  let sent: unknown
  shopServer.use(
    status(aUser()),
    http.post('*/api/store/add', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({
        success: true,
        code: 'store_added',
        message: '',
        store: aStore({ status: 'pending' }),
      })
    }),
  )
  const again = renderShop('/addstore')
  expect(await screen.findByDisplayValue('Hamra Street')).toBeTruthy()
  await again.user.click(screen.getByRole('button', { name: 'Save' }))
  const news = await screen.findByRole('heading', { name: 'Saved, waiting for approval' })
  expect(document.activeElement).toBe(news)
  expect(sent).toMatchObject({ store: { name: 'Cedar Pharmacy', phone_nb: '70123456' } })
  expect(sessionStorage.getItem('storeDraft')).toBeNull()
})

test('a refused field is marked, and what was typed stays', async () => {
  shopServer.use(
    status(aUser()),
    http.post('*/api/store/add', () =>
      HttpResponse.json(
        { success: false, code: 'invalid_fields', errors: { name: 'name_max' } },
        { status: 400 },
      ),
    ),
  )
  const shop = renderShop('/addstore')
  await fill(shop)
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name cannot exceed 100 characters')).toBeTruthy()
  expect(screen.getByDisplayValue('Hamra Street')).toBeTruthy()
})

test('the list says where each store stands, and why', async () => {
  shopServer.use(
    status(aUser()),
    myStores(
      aStore({ id: 's1', name: 'Cedar Pharmacy' }),
      aStore({ id: 's2', name: 'Night Pharmacy', status: 'pending' }),
      aStore({ id: 's3', name: 'Old Pharmacy', status: 'rejected', reason: 'No licence given' }),
    ),
  )
  renderShop('/user/stores')
  expect(await screen.findByRole('heading', { name: 'Stores', level: 1 })).toBeTruthy()
  const heads = await within(screen.getByRole('main')).findAllByRole('heading', { level: 2 })
  const rows = heads.map((head) => head.closest('li') as HTMLElement)
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'Cedar Pharmacy',
    'Night Pharmacy',
    'Old Pharmacy',
  ])
  const [first, second, third] = rows
  expect(within(first as HTMLElement).getByText('Approved')).toBeTruthy()
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'Add product' })
      .getAttribute('href'),
  ).toBe('/store/s1/add-product')
  expect(within(second as HTMLElement).getByText('Waiting for approval')).toBeTruthy()
  expect(within(second as HTMLElement).queryByRole('link', { name: 'Add product' })).toBeNull()
  expect(within(third as HTMLElement).getByText('No licence given')).toBeTruthy()
})

test('without stores there is a next step', async () => {
  shopServer.use(myStores())
  renderShop('/user/stores')
  expect(await screen.findByText('No stores currently')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add store' }).getAttribute('href')).toBe('/addstore')
})

test('shoppers see a store and its products; its owner also what is waiting', async () => {
  const products = [
    aProduct(),
    aProduct({ id: 'new-one', english_name: 'New syrup', status: 'pending' }),
  ]
  shopServer.use(
    oneStore(aStore(), true),
    http.get('*/api/store/s1/products', () =>
      HttpResponse.json(products, { headers: { 'X-Total-Count': '2', 'X-Max-Price': '4' } }),
    ),
  )
  renderShop('/store/s1')
  expect(await screen.findByRole('heading', { name: 'Cedar Pharmacy', level: 1 })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Panadol 500 mg' })).toBeTruthy()
  expect(screen.getByText('Not visible to customers yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Add to cart' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Edit store' }).getAttribute('href')).toBe(
    '/store/s1/edit',
  )
})

test('a store that changed meanwhile is not overwritten unless its owner says so', async () => {
  const versions: unknown[] = []
  shopServer.use(
    status(aUser()),
    oneStore(aStore({ version: 3 }), true),
    http.get('*/api/store/s1/products', () => HttpResponse.json([])),
    http.put('*/api/store/s1', async ({ request }) => {
      const body = (await request.json()) as { store: { version?: number } }
      versions.push(body.store.version)
      return body.store.version === undefined
        ? HttpResponse.json({ success: true, code: 'store_updated', message: '', store: aStore() })
        : HttpResponse.json({ success: false, code: 'conflict' }, { status: 409 })
    }),
  )
  const shop = renderShop('/store/s1/edit')
  const name = await screen.findByLabelText('Name')
  await shop.user.type(name, ' 2')
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This store changed while you were editing')).toBeTruthy()
  expect(screen.getByDisplayValue('Cedar Pharmacy 2')).toBe(name)
  await shop.user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(shop.address()).toBe('/store/s1'))
  expect(versions).toEqual([3, undefined])
})

test("a 'Save mine' that fails says so, and can be pressed again", async () => {
  let down = true
  shopServer.use(
    status(aUser()),
    oneStore(aStore({ version: 3 }), true),
    http.get('*/api/store/s1/products', () => HttpResponse.json([])),
    http.put('*/api/store/s1', async ({ request }) => {
      const body = (await request.json()) as { store: { version?: number } }
      if (body.store.version !== undefined)
        return HttpResponse.json({ success: false, code: 'conflict' }, { status: 409 })
      if (down) return HttpResponse.error()
      return HttpResponse.json({ success: true, code: 'store_updated', store: aStore() })
    }),
  )
  const shop = renderShop('/store/s1/edit')
  await shop.user.type(await screen.findByLabelText('Name'), ' 2')
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await shop.user.click(await screen.findByRole('button', { name: 'Save mine' }))
  expect(await screen.findByText(/An error occurred/)).toBeTruthy()
  expect(screen.getByDisplayValue('Cedar Pharmacy 2')).toBeTruthy()
  down = false
  await shop.user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(shop.address()).toBe('/store/s1'))
})

test('leaving with something typed asks first', async () => {
  shopServer.use(status(aUser()), oneStore(aStore(), true))
  const shop = renderShop('/store/s1/edit')
  await shop.user.type(await screen.findByLabelText('Name'), '!')
  await shop.user.click(screen.getByRole('link', { name: 'Stores' }))
  const dialog = await screen.findByRole('alertdialog')
  await shop.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(shop.address()).toBe('/store/s1/edit')
  shopServer.use(myStores())
  await shop.user.click(screen.getByRole('link', { name: 'Stores' }))
  await shop.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }),
  )
  await waitFor(() => expect(shop.address()).toBe('/user/stores'))
})

test('nobody edits the store of somebody else', async () => {
  shopServer.use(status(aUser()), oneStore(aStore(), false))
  renderShop('/store/s1/edit')
  expect(await screen.findByText('Only the owner of this store can do this')).toBeTruthy()
})

test('hours, holidays and minutes that the server refuses are marked', async () => {
  const sent: unknown[] = []
  const errors = { opening_hours: 'opening_hours_format', prepare_minutes: 'prepare_minutes_range' }
  shopServer.use(
    status(aUser()),
    oneStore(aStore({ opening_hours: [{ day: 1, from: '08:00', to: '20:00' }] }), true),
    http.put('*/api/store/s1', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(
        { success: false, code: 'invalid_fields', message: '', errors },
        { status: 400 },
      )
    }),
  )
  const shop = renderShop('/store/s1/edit')
  const minutes = await screen.findByLabelText(/^Preparation time/)
  await shop.user.type(minutes, '2000')
  fireEvent.change(screen.getByLabelText('Add a day'), { target: { value: '2099-12-25' } })
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Check the hours: each time must begin/)).toBeTruthy()
  expect(minutes.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Opening hours' }))
  // The day that was typed and not added is meant, too.
  expect(sent).toMatchObject([{ store: { prepare_minutes: 2000, holidays: ['2099-12-25'] } }])
  await shop.user.clear(minutes)
  expect(minutes.getAttribute('aria-invalid')).toBeNull()
})
