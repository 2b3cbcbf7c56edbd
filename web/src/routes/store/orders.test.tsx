import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deskAddress, readDeskQuery } from '../../features/store-orders/desk-query'
import type { components } from '../../generated/api'
import { anOrder } from '../../test-setup/checkout-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'
import { aStore, oneStore } from '../../test-setup/store-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

type StoreOrder = components['schemas']['StoreOrder']

function aStoreOrder(some: Partial<StoreOrder> = {}): StoreOrder {
  const { number, date, products, subtotal, deliveryFee, total, address } = anOrder()
  return {
    _id: 'o1-1',
    number,
    status: 'placed',
    next: ['confirmed', 'cancelled'],
    date,
    products,
    subtotal,
    deliveryFee,
    total,
    address,
    payment: { method: 'cash' },
    note: '',
    staff_note: '',
    history: [{ status: 'placed', at: date }],
    version: 1,
    ...some,
  }
}

test('the address of a desk holds its query, and nonsense is left out', () => {
  const query = {
    status: 'preparing',
    q: 'layla',
    from: '2026-11-01',
    to: '2026-11-15',
    page: 2,
    order: 'o1-1',
  } as const
  expect(readDeskQuery(new URL(deskAddress('s', query), 'http://x').search)).toEqual(query)
  expect(readDeskQuery('?status=lost&page=-1').status).toBe('open')
  expect(deskAddress('a/b', { ...query, status: '' })).toContain('/store/a%2Fb/orders?status=all')
})

test('an order is moved by one press that can be undone', async () => {
  let order = aStoreOrder()
  const steps: unknown[] = []
  shopServer.use(
    status(aUser()),
    http.get('*/api/store/s1', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/store/s1/orders', () =>
      HttpResponse.json({
        success: true,
        orders: [order],
        total: 1,
        sum: 10,
        counts: [{ status: order.status, count: 1 }],
      }),
    ),
    http.get('*/api/store/s1/fulfilment/o1-1', () => HttpResponse.json({ success: true, order })),
    http.put('*/api/store/s1/fulfilment/o1-1/status', async ({ request }) => {
      steps.push(await request.json())
      order = aStoreOrder({
        status: 'confirmed',
        next: ['preparing', 'cancelled'],
        version: 2,
        undo: { event: 'e1', until: '2026-11-15T09:00:10Z' },
      })
      return HttpResponse.json({ success: true, code: 'order_updated', message: '', order })
    }),
    http.post('*/api/store/s1/fulfilment/o1-1/undo', async ({ request }) => {
      steps.push(await request.json())
      order = aStoreOrder({ version: 3 })
      return HttpResponse.json({ success: true, code: 'order_updated', message: '', order })
    }),
  )
  renderShop('/store/s1/orders?order=o1-1')
  const main = within(await screen.findByRole('main'))
  const user = userEvent.setup()
  await user.click(await main.findByRole('button', { name: 'Move to: Confirmed' }))
  await user.click(await main.findByRole('button', { name: /^Undo/ }))
  expect(await main.findByRole('button', { name: 'Move to: Confirmed' })).toBeTruthy()
  expect(steps).toEqual([{ status: 'confirmed', version: 1 }, { event: 'e1' }])
  expect(document.title).toMatch(/^\(1\) /)
  await act(async () => {})
})

test('an order of an unknown customer is prepared after a call', async () => {
  const waiting = { status: 'confirmed', editable: true } as const
  let order = aStoreOrder({ ...waiting, next: ['cancelled'], call_first: true })
  shopServer.use(
    status(aUser()),
    http.get('*/api/store/s1', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/store/s1/orders', () =>
      HttpResponse.json({ success: true, orders: [order], total: 1, sum: 10, counts: [] }),
    ),
    http.get('*/api/store/s1/fulfilment/o1-1', () => HttpResponse.json({ success: true, order })),
    http.post('*/api/store/s1/fulfilment/o1-1/called', () => {
      order = aStoreOrder({ ...waiting, next: ['preparing', 'cancelled'] })
      return HttpResponse.json({ success: true, code: 'order_updated', message: '', order })
    }),
  )
  renderShop('/store/s1/orders?order=o1-1')
  const main = within(await screen.findByRole('main'))
  const confirmed = await main.findByRole('button', { name: 'Confirmed by phone' })
  expect(main.getAllByText('Call the customer first')).toHaveLength(2)
  expect(main.queryByRole('button', { name: 'Move to: Being prepared' })).toBeNull()
  await userEvent.click(confirmed)
  expect(await main.findByRole('button', { name: 'Move to: Being prepared' })).toBeTruthy()
  expect(main.queryByText('Call the customer first')).toBeNull()
  await act(async () => {})
})

test.each(['/store/s1/orders', '/store/s1/money', '/store/s1/products', '/store/s1/shifts'])(
  'who lacks the passkey that the shop asks for is led from %s to its setup',
  async (path) => {
    shopServer.use(
      status(aUser()),
      http.get('*/api/*', ({ request }) =>
        request.url.includes('/api/store/s1/') || request.url.includes('/api/stores/s1/')
          ? HttpResponse.json(
              { success: false, code: 'passkey_required', message: '' },
              { status: 403 },
            )
          : undefined,
      ),
    )
    renderShop(path)
    expect(
      await screen.findByRole('heading', {
        name: 'This shop requires its staff to sign in with a passkey',
      }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to my account' }).getAttribute('href')).toBe(
      '/user/account#passkeys',
    )
  },
)

test('the form of a store says the same, where anybody may read the store itself', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/store/s1', () =>
      HttpResponse.json({ success: true, store: aStore({ id: 's1' }), mine: false }),
    ),
    http.get('*/api/user/passkeys', () =>
      HttpResponse.json({
        success: true,
        available: true,
        offered: true,
        required: true,
        passkeys: [],
      }),
    ),
  )
  renderShop('/store/s1/edit')
  expect(
    await screen.findByRole('heading', {
      name: 'This shop requires its staff to sign in with a passkey',
    }),
  ).toBeTruthy()
})

test('the reason for a step stays when the step fails', async () => {
  const order = aStoreOrder()
  let works = false
  shopServer.use(
    status(aUser()),
    http.get('*/api/store/s1', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/store/s1/orders', () =>
      HttpResponse.json({ success: true, orders: [order], total: 1, sum: 10, counts: [] }),
    ),
    http.get('*/api/store/s1/fulfilment/o1-1', () => HttpResponse.json({ success: true, order })),
    http.put('*/api/store/s1/fulfilment/o1-1/status', () => {
      if (!works) return HttpResponse.json({ success: false, code: 'internal' }, { status: 500 })
      const cancelled = aStoreOrder({ status: 'cancelled', next: [] })
      return HttpResponse.json({ success: true, code: 'order_updated', order: cancelled })
    }),
  )
  const { user } = renderShop('/store/s1/orders?order=o1-1')
  const main = within(await screen.findByRole('main'))
  const cancel = { name: 'Cancel the order' }
  await user.click(await main.findByRole('button', cancel))
  const dialog = within(screen.getByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'Moved abroad')
  await user.click(dialog.getByRole('button', cancel))
  expect(await dialog.findByText('An error occurred')).toBeTruthy()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Moved abroad')
  works = true
  await user.click(dialog.getByRole('button', cancel))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('the sheet to print says when its store cannot be had', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/store/s1', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/store/s1/fulfilment/o1-1', () =>
      HttpResponse.json({ success: true, order: aStoreOrder() }),
    ),
  )
  renderShop('/store/s1/print/o1-1')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a report that failed does not say that there were no shifts', async () => {
  let rows: unknown = null
  shopServer.use(
    status(aUser()),
    oneStore(aStore(), true),
    http.get('*/api/store/s1/shifts', () =>
      HttpResponse.json({ success: true, shifts: [], couriers: [], total: 0 }),
    ),
    http.get('*/api/store/s1/shift-report', () =>
      rows === null
        ? HttpResponse.json({ success: false, code: 'not_found' }, { status: 404 })
        : HttpResponse.json({ success: true, rows }),
    ),
  )
  const { user } = renderShop('/store/s1/shifts')
  expect(await screen.findByText('The report could not be loaded')).toBeTruthy()
  expect(screen.queryByText('No shifts in these days')).toBeNull()
  rows = []
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No shifts in these days')).toBeTruthy()
})
