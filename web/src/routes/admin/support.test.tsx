import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

type Schemas = components['schemas']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const support = aUser({
  roles: [{ store: 'house', role: 'support' }],
  may: ['see_overview', 'manage_orders', 'see_stores', 'see_customers', 'manage_mail'],
})

const overview: Schemas['Overview'] = {
  success: true,
  today: { day: '2026-10-30', orders: 3, total: 45.5 },
  sales: [],
  open_orders: [{ status: 'placed', count: 2 }],
  low_stock: [],
  low_stock_count: 0,
  pending_products: 1,
  pending_stores: 2,
}

/** Refuses what waits for approval, as the server does, and counts how often it is asked for. */
function refusesPending() {
  let asked = 0
  shopServer.use(
    status(support),
    http.get('*/api/admin/pending', () => {
      asked++
      return HttpResponse.json({ success: false, code: 'forbidden', message: '' }, { status: 403 })
    }),
  )
  return () => asked
}

test('the overview neither asks for nor shows support what waits for approval', async () => {
  const asked = refusesPending()
  shopServer.use(http.get('*/api/admin/overview', () => HttpResponse.json(overview)))
  renderShop('/admin')
  expect(await screen.findByRole('link', { name: /Orders today 3/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Placed 2/ })).toBeTruthy()
  expect(screen.queryByText('Waiting for approval')).toBeNull()
  expect(document.querySelector('a[href="/admin/approvals"]')).toBeNull()
  expect(asked()).toBe(0)
})

test('support, too, is told of the sign-in that the shop requires', async () => {
  refusesPending()
  shopServer.use(
    http.get('*/api/admin/overview', () =>
      HttpResponse.json(
        { success: false, code: 'second_step_required', message: '' },
        { status: 403 },
      ),
    ),
  )
  renderShop('/admin')
  expect(
    await screen.findByRole('heading', { level: 1, name: /requires two-step verification/ }),
  ).toBeTruthy()
})
