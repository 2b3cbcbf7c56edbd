import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { pendingHandler } from '../../test-setup/admin-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

type Schemas = components['schemas']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const layla: Schemas['CustomerRow'] = {
  _id: 'u1',
  full_name: 'Layla Haddad',
  username: 'layla',
  email: 'layla@example.com',
  email_verified: false,
  phone_nb: '03123456',
  language: 'arabic',
  since: '2026-01-02T10:00:00Z',
  orders: 2,
  open_orders: 1,
  spent: 31.5,
  last_order: '2026-11-01T10:00:00Z',
}

const address: Schemas['OrderAddress'] = {
  first_name: 'Layla',
  last_name: 'Haddad',
  street: 'Hamra 12',
  city: 'Beirut',
  state: 'Beirut',
  building: 'Blue',
  floor: 3,
  phone_nb: '03123456',
  extra_info: '',
}

const admin = () => [status(aUser({ admin: true })), pendingHandler()]

test('customers are found by what is typed; each row leads to the customer', async () => {
  const asked: string[] = []
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/customers', ({ request }) => {
      const { search } = new URL(request.url)
      asked.push(search)
      const none = search.includes('nobody')
      return HttpResponse.json(none ? [] : [layla], {
        headers: { 'X-Total-Count': none ? '0' : '1' },
      })
    }),
  )
  const { user } = renderShop('/admin/customers')
  const row = await screen.findByRole('link', { name: /Layla Haddad/ })
  expect(row.getAttribute('href')).toBe('/admin/customers/u1')
  expect(row.textContent).toContain('$31.50')
  const main = within(screen.getByRole('main'))
  await user.type(main.getByRole('searchbox', { name: 'Name, phone or email' }), 'nobody{Enter}')
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&limit=25&q=nobody'))
  expect(await screen.findByRole('heading', { name: 'No customer matches' })).toBeTruthy()
  expect(main.getByRole('link', { name: 'Clear filters' })).toBeTruthy()
})

test("a customer's page shows sums, addresses, refunds and notes, and asks for their orders", async () => {
  const asked: string[] = []
  const answer: Schemas['CustomerAnswer'] = {
    success: true,
    customer: layla,
    addresses: [address],
    refunds: [
      { order: '208747700', amount: 4.5, state: 'done', at: layla.since, reason: 'Arrived broken' },
    ],
    notes: [{ order: '208747700', note: 'Ring twice', at: layla.since }],
  }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/customer/u1', () => HttpResponse.json(answer)),
    http.get('*/api/admin/orders', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })
    }),
  )
  renderShop('/admin/customers/u1')
  expect(await screen.findByRole('heading', { name: 'Layla Haddad' })).toBeTruthy()
  expect(screen.getByText('Hamra 12')).toBeTruthy()
  expect(screen.getByText('Arrived broken')).toBeTruthy()
  expect(screen.getByText('Ring twice')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '#208747700' })[0]?.getAttribute('href')).toBe(
    '/admin/orders?order=208747700',
  )
  await waitFor(() => expect(asked).toContain('?customer=u1&page=1&limit=25'))
})

test('a customer who is gone is said to be gone', async () => {
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/customer/u1', () =>
      HttpResponse.json({ success: false, code: 'not_found', message: '' }, { status: 404 }),
    ),
  )
  renderShop('/admin/customers/u1')
  expect(await screen.findByRole('heading', { name: 'This account no longer exists' })).toBeTruthy()
})
