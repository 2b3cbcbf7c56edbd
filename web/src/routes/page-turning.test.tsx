import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type RequestHandler } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aManaged, pendingHandler } from '../test-setup/admin-server'
import { products } from '../test-setup/catalogue-server'
import { anOrder } from '../test-setup/checkout-server'
import { renderShop } from '../test-setup/render-shop'
import { aUser, shopServer, status } from '../test-setup/shop-server'
import { aStore, oneStore } from '../test-setup/store-server'

const scrolled = vi.fn()
beforeAll(() => {
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = scrolled
  shopServer.listen({ onUnhandledFrame: 'bypass' })
})
afterEach(() => {
  scrolled.mockReset()
  shopServer.resetHandlers()
})
afterAll(() => shopServer.close())

const many = { headers: { 'X-Total-Count': '200' } }

const admin = aUser({ admin: true })
const meter = {
  success: true,
  products: 200,
  complete: 0,
  missing_english: 0,
  missing_arabic: 200,
  strength_differs: 0,
  without_concern: 0,
  problem_count: 200,
  problems: [],
}

const screens: [name: string, path: string, heading: string, handlers: RequestHandler[]][] = [
  [
    'the order history',
    '/user/order-history',
    'Order history',
    [
      status(aUser()),
      http.get('*/api/user/order-history', () => HttpResponse.json([anOrder()], many)),
    ],
  ],
  [
    'a store',
    '/store/s1',
    'Products of this store',
    [
      status(aUser()),
      oneStore(aStore({ id: 's1' })),
      http.get('*/api/store/s1/products', () => HttpResponse.json(products(2), many)),
    ],
  ],
  [
    'the products of the admin area',
    '/admin/products',
    'Products',
    [
      status(admin),
      pendingHandler(),
      http.get('*/api/admin/products', () => HttpResponse.json([aManaged()], many)),
    ],
  ],
  [
    'the orders of the admin area',
    '/admin/orders',
    'Orders',
    [
      status(admin),
      pendingHandler(),
      http.get('*/api/admin/orders', () => HttpResponse.json([], many)),
    ],
  ],
  [
    'the translations of the admin area',
    '/admin/translations',
    'Translations',
    [
      status(admin),
      pendingHandler(),
      http.get('*/api/admin/translations', () => HttpResponse.json(meter)),
    ],
  ],
]

describe('turning a page', () => {
  test.each(screens)('of %s scrolls up and moves the focus', async (_, path, heading, handlers) => {
    shopServer.use(...handlers)
    const { user, address } = renderShop(path)
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
    await user.click(pages.getByRole('link', { name: 'Next page' }))
    await waitFor(() => expect(address()).toBe(`${path}?page=2`))
    await waitFor(() => expect(scrolled).toHaveBeenCalled())
    expect(document.activeElement?.textContent).toBe(heading)
    expect(scrolled.mock.contexts[0]).toBe(document.activeElement)
  })
})
