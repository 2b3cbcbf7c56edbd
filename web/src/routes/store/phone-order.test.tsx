import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const address = {
  first_name: 'Samira',
  last_name: 'Khoury',
  street: 'Bliss',
  city: 'Beirut',
  state: '',
  building: 'A',
  floor: 1,
  phone_nb: '03765432',
  extra_info: '',
}

function serve(take: (key: string | null, body: unknown) => Response) {
  shopServer.use(
    status(aUser()),
    http.get('*/api/rate', () =>
      HttpResponse.json({
        success: true,
        lbp_per_usd: 90_000,
        step: 1000,
        beside_prices: false,
        official: false,
      }),
    ),
    http.get('*/api/store/s1/caller', () =>
      HttpResponse.json({
        success: true,
        phone_nb: '03765432',
        caller: { orders: 2, last: '2026-11-01T10:00:00Z', address },
      }),
    ),
    http.get('*/api/store/s1/catalogue', () =>
      HttpResponse.json([
        {
          product: aProduct({ id: 'p1', english_name: 'Panadol', price: 5, nb_in_stock: 3 }),
          status: 'approved',
          version: 1,
          submitted_by: '',
          updated_at: '2026-11-01T10:00:00Z',
        },
      ]),
    ),
    http.post('*/api/store/s1/phone-orders', async ({ request }) =>
      take(request.headers.get('Idempotency-Key'), await request.json()),
    ),
  )
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  const callers = await screen.findByRole('search', { name: 'Phone number' })
  const products = screen.getByRole('search', { name: 'Product name or code' })
  await user.type(within(callers).getByRole('searchbox'), '03 765 432{Enter}')
  await screen.findByText(/2 orders for this number/)
  await user.type(within(products).getByRole('searchbox'), 'pan{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Add Panadol' }))
  await user.click(screen.getByRole('button', { name: 'Add Panadol' }))
}

test('a caller’s address is filled in, and the order is sent with the total that was shown', async () => {
  const sent: unknown[] = []
  serve((_, body) => {
    sent.push(body)
    return HttpResponse.json({
      success: true,
      code: 'order_placed',
      message: 'Order placed',
      number: '123456789',
      total: 12,
      totalLbp: 1_080_000,
      fulfilment: 'o1-1',
    })
  })
  const user = userEvent.setup()
  renderShop('/store/s1/phone-order')
  await fill(user)
  screen.getByDisplayValue('Bliss')
  screen.getByText('1,080,000', { exact: false })
  // Staff is asked about the caller.
  expect(screen.getByRole('combobox', { name: 'Which currency will they pay in?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Place the order' }))
  await screen.findByText(/123456789/)
  expect(sent).toEqual([
    expect.objectContaining({
      products: [{ product: 'p1', quantity: 2 }],
      expectedTotal: 12,
      expectedRate: 90_000,
      address: expect.objectContaining({ first_name: 'Samira', phone_nb: '03765432' }),
    }),
  ])
  expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe(
    '/store/s1/orders?order=o1-1',
  )
})

test('what was typed stays after an error, and an order of unknown outcome is asked for by the same key', async () => {
  const keys: (string | null)[] = []
  serve((key) => {
    keys.push(key)
    return keys.length === 1
      ? HttpResponse.error()
      : HttpResponse.json(
          { success: false, code: 'order_limit', message: 'Too many' },
          { status: 409 },
        )
  })
  shopServer.use(
    http.get('*/api/product/p1', () =>
      HttpResponse.json({
        success: true,
        product: aProduct({ id: 'p1', english_name: 'Panadol', price: 5, nb_in_stock: 3 }),
        addedToWishlist: false,
      }),
    ),
  )
  const user = userEvent.setup()
  renderShop('/store/s1/phone-order')
  await fill(user)
  await user.type(screen.getByLabelText(/Note for the delivery/), 'Ring twice')
  const place = screen.getByRole('button', { name: 'Place the order' })
  await user.click(place)
  await screen.findByText(/places the order only once/)
  await user.click(place)
  await screen.findByText(/Too many orders for this number/)
  screen.getByDisplayValue('Ring twice')
  await user.click(place)
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
