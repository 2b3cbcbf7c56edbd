import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { pendingHandler } from '../../test-setup/admin-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'
import { aStore } from '../../test-setup/store-server'

type ManagedStore = components['schemas']['ManagedStore']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

function managed(some: Partial<ManagedStore['store']> = {}): ManagedStore {
  return {
    store: aStore({ has_licence_no: true, legal_name: 'Cedar SARL', ...some }),
    owner: {
      full_name: 'Karim Saad',
      username: 'karim',
      email: 'karim@example.com',
      phone_nb: '70123456',
    },
    products: 14,
    open_orders: 3,
    licence_no: 'L-77',
    created_at: '2026-11-01T10:00:00Z',
  }
}

const admin = () => [status(aUser({ admin: true })), pendingHandler()]

test('the stores are listed with their counts and narrowed down by status and search', async () => {
  const asked: string[] = []
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/stores', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json([managed({ status: 'rejected', suspended: true })], {
        headers: { 'X-Total-Count': '1' },
      })
    }),
  )
  const { user, address } = renderShop('/admin/stores')
  const row = await screen.findByRole('link', { name: /Cedar Pharmacy/ })
  expect(row.getAttribute('href')).toBe('/admin/stores/s1')
  expect(row.textContent).toContain('Suspended')
  expect(row.textContent).toContain('Open orders:3')
  expect(row.textContent).toContain('Licence number:L-77')
  await user.click(screen.getByRole('link', { name: 'Suspended' }))
  await user.type(screen.getByRole('searchbox', { name: 'Store, phone, owner or email' }), 'ced')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/admin/stores?status=suspended&q=ced'))
  await waitFor(() => expect(asked.at(-1)).toBe('?page=1&limit=25&status=suspended&q=ced'))
})

test('a list without a match says how to find more', async () => {
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/stores', () =>
      HttpResponse.json([], { headers: { 'X-Total-Count': '0' } }),
    ),
  )
  renderShop('/admin/stores?q=nobody')
  expect(await screen.findByRole('heading', { name: 'No store matches' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe(
    '/admin/stores',
  )
})

test('a store is suspended with a reason and taken back', async () => {
  let store = managed()
  const sent: unknown[] = []
  const none = { success: true, orders: [], members: [], invitations: [], roles: [], stores: [] }
  shopServer.use(
    ...admin(),
    http.get('*/api/admin/store/s1', () => HttpResponse.json({ success: true, store })),
    http.get('*/api/admin/store/s1/licence', () =>
      HttpResponse.json({
        success: true,
        number: 'L-77',
        document: true,
        updated_at: '2026-11-01T10:00:00Z',
      }),
    ),
    http.get('*/api/store/s1/orders', () => HttpResponse.json(none)),
    http.get('*/api/store/s1/members', () => HttpResponse.json(none)),
    http.get('*/api/admin/balances', () => HttpResponse.json(none)),
    http.get('*/api/admin/audit', () => HttpResponse.json([])),
    http.put('*/api/admin/store/s1/status', async ({ request }) => {
      const body = (await request.json()) as { status: 'approved' | 'rejected' }
      sent.push(body)
      store = managed({ status: body.status, suspended: body.status === 'rejected' })
      return HttpResponse.json({ success: true, code: 'saved', message: '', store: store.store })
    }),
  )
  const { user } = renderShop('/admin/stores/s1')
  expect(await screen.findByText('Cedar SARL')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Download the licence' })).tagName).toBe('A')
  await user.click(await screen.findByRole('button', { name: 'Suspend: Cedar Pharmacy' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(dialog.getByText('Tell the owner why')).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), 'No pharmacist')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await user.click(await screen.findByRole('button', { name: 'Reinstate: Cedar Pharmacy' }))
  await screen.findByRole('button', { name: 'Suspend: Cedar Pharmacy' })
  expect(sent).toEqual([{ status: 'rejected', reason: 'No pharmacist' }, { status: 'approved' }])
})
