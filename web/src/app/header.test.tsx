import { screen, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderShop } from '../test-setup/render-shop'
import { aUser, shopServer, status } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  shopServer.resetHandlers()
  document.cookie = 'language=; Path=/; Max-Age=0'
  sessionStorage.clear()
})
afterAll(() => shopServer.close())

const header = () => within(screen.getByRole('banner'))
const address = {
  street: 'Hamra',
  state: 'Beirut',
  city: 'Beirut',
  building: '7',
  floor: 1,
  extra_info: '',
}

test('nothing personal is shown until the person is known', async () => {
  shopServer.use(
    http.get('*/api/user/status', async () => {
      await delay('infinite')
      return HttpResponse.json({})
    }),
  )
  renderShop('/')
  expect(header().getByRole('link', { name: 'Dawa, home' }).getAttribute('href')).toBe('/')
  expect(header().getByRole('button', { name: 'العربية' })).toBeTruthy()
  expect(header().queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(header().queryByRole('button', { name: /^My account/ })).toBeNull()
})

test('a visitor sees the two ways in and the cart with its count', async () => {
  shopServer.use(status(null, 120))
  renderShop('/')
  const signUp = await header().findByRole('link', { name: 'Sign up' })
  expect(signUp.getAttribute('href')).toBe('/user/signup')
  expect(header().getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/user/login')
  const cart = header().getByRole('link', { name: 'Cart, 120 products' })
  expect(cart.textContent).toContain('99+')
  expect(header().queryByRole('link', { name: /Wishlist/ })).toBeNull()
})

test('someone signed in has a delivery address, a wishlist and a menu with the way out', async () => {
  shopServer.use(
    status(
      aUser({
        addresses: [
          { _id: 'a', ...address },
          { _id: 'b', ...address, city: 'Tripoli' },
        ],
        favorite_address: 1,
        wishlist: ['panadol-500'],
      }),
    ),
  )
  const { user } = renderShop('/')
  const delivery = await header().findByRole<HTMLSelectElement>('combobox', { name: 'Delivery to' })
  expect(delivery.selectedOptions[0]?.textContent).toBe('Hamra, 7, Tripoli')
  expect(header().getByRole('link', { name: 'Wishlist, 1 product' }).textContent).toContain('1')
  expect(header().queryByRole('link', { name: 'Sign in' })).toBeNull()
  await user.click(header().getByRole('button', { name: /^My account/ }))
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent)
  expect(items).toEqual([
    'Account',
    'Addresses',
    'Order history',
    'Credit card',
    'My stores',
    'Logout',
  ])
  expect(sessionStorage.getItem('isAuthenticated')).toBe('true')
})

test('who works for the shop finds the way to its desk, whatever their role is', async () => {
  shopServer.use(status(aUser({ may: ['see_overview', 'manage_orders'] })))
  const { user } = renderShop('/')
  await user.click(await header().findByRole('button', { name: /^My account/ }))
  expect(screen.getByRole('menuitem', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
})

test('choosing another address tells the server its position', async () => {
  let chosen = 0
  let sent: unknown
  shopServer.use(
    http.get('*/api/user/status', () =>
      HttpResponse.json({
        success: true,
        authenticated: true,
        user: aUser({
          addresses: [
            { _id: 'a', ...address },
            { _id: 'b', ...address, city: 'Tripoli' },
          ],
          favorite_address: chosen,
        }),
        cartLength: 0,
        wishlistLength: 0,
      }),
    ),
    http.put('*/api/set-address', async ({ request }) => {
      sent = await request.json()
      chosen = 1
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = renderShop('/')
  const select = await header().findByRole('combobox', { name: 'Delivery to' })
  await user.selectOptions(select, 'Hamra, 7, Tripoli')
  expect(await header().findByText('Tripoli, Hamra')).toBeTruthy()
  expect(sent).toEqual({ address: 1 })
})

test('signing out leaves a message on Home', async () => {
  shopServer.use(
    status(aUser()),
    http.post('*/api/user/logout', () => HttpResponse.json({ success: true })),
  )
  const { user, address: now } = renderShop('/user/cart')
  await user.click(await header().findByRole('button', { name: /^My account/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByText('You have been logged out')).toBeTruthy()
  expect(now()).toBe('/')
  expect(await header().findByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('a refused sign-out changes nothing', async () => {
  shopServer.use(
    status(aUser()),
    http.post('*/api/user/logout', () =>
      HttpResponse.json({ success: false, code: 'internal' }, { status: 500 }),
    ),
  )
  const { user } = renderShop('/')
  await user.click(await header().findByRole('button', { name: /^My account/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByText('An error occurred')).toBeTruthy()
  expect(header().getByRole('button', { name: /^My account/ })).toBeTruthy()
})

test('the language switch changes the whole shop in place', async () => {
  const { user } = renderShop('/')
  await user.click(header().getByRole('button', { name: 'العربية' }))
  expect(await screen.findByRole('heading', { name: 'المنتجات' })).toBeTruthy()
  expect(document.documentElement.dir).toBe('rtl')
  expect(document.cookie).toContain('language=arabic')
  await user.click(header().getByRole('button', { name: 'English' }))
  expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
})

test('an empty search does nothing, another opens the results', async () => {
  const { user, address: now } = renderShop('/')
  const box = header().getByRole<HTMLInputElement>('combobox', { name: 'Search products' })
  await user.type(box, '   {Enter}')
  expect(now()).toBe('/')
  await user.clear(box)
  await user.type(box, 'بنادول{Enter}')
  expect(now()).toBe(`/search-results?q=${encodeURIComponent('بنادول')}`)
  expect(box.value).toBe('بنادول')
})
