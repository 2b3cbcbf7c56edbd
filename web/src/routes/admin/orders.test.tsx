import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { components } from '../../generated/api'
import { anOrder } from '../../test-setup/checkout-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

type DeskOrder = components['schemas']['AdminOrder']
type Order = components['schemas']['Order']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'bypass' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))

function onDesk(next: Order['status'][], some: Partial<Order> = {}): DeskOrder {
  return {
    order: anOrder(some),
    customer: {
      full_name: 'Layla Haddad',
      username: 'layla',
      email: 'layla@example.com',
      phone_nb: '70123456',
    },
    next,
  }
}

/** The calls of the order list; `asked` hears each query. */
function orderCalls(
  list: () => DeskOrder[],
  one: () => DeskOrder,
  asked: (query: string) => void = () => {},
) {
  return [
    status(aUser({ admin: true })),
    http.get('*/api/admin/orders', ({ request }) => {
      asked(new URL(request.url).search)
      const orders = list()
      return HttpResponse.json(orders, { headers: { 'X-Total-Count': String(orders.length) } })
    }),
    http.get('*/api/admin/order/:number', () => HttpResponse.json({ success: true, order: one() })),
  ]
}

test('the order list asks for the status and the part of a number that its address names', async () => {
  const asked: string[] = []
  const order = onDesk(['confirmed', 'cancelled'])
  shopServer.use(
    ...orderCalls(
      () => [order],
      () => order,
      (query) => asked.push(query),
    ),
  )
  const { user, address } = renderShop('/admin/orders?status=placed')
  expect(await main().findByText('#123456789')).toBeTruthy()
  expect(asked.at(-1)).toContain('status=placed')
  await user.type(
    main().getByRole('searchbox', { name: 'Order number or phone' }),
    '+961 7012{Enter}',
  )
  expect(address()).toBe('/admin/orders?status=placed&q=7012')
  expect(asked.at(-1)).toContain('q=7012')
})

test('only the allowed moves are offered; cancelling asks first and takes a reason', async () => {
  const sent: unknown[] = []
  let now = onDesk(['confirmed', 'cancelled'], { note: 'Ring twice' })
  shopServer.use(
    ...orderCalls(
      () => [now],
      () => now,
    ),
    http.put('*/api/admin/order/:number/status', async ({ request }) => {
      const body = (await request.json()) as { status: Order['status'] }
      sent.push(body)
      now = onDesk(body.status === 'confirmed' ? ['preparing', 'cancelled'] : [], {
        status: body.status,
      })
      return HttpResponse.json({ success: true, code: 'order_updated', message: '', order: now })
    }),
  )
  const { user } = renderShop('/admin/orders?order=123456789')
  expect(await main().findByText('Ring twice')).toBeTruthy()
  expect(main().queryByRole('button', { name: 'Move to: Delivered' })).toBeNull()
  await user.click(main().getByRole('button', { name: 'Move to: Confirmed' }))
  expect(await main().findByRole('button', { name: 'Move to: Being prepared' })).toBeTruthy()

  await user.click(main().getByRole('button', { name: 'Cancel order' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(sent).toEqual([{ status: 'confirmed' }])
  await user.type(within(dialog).getByLabelText(/Reason/), 'Not at home')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel order' }))
  expect(await main().findByText('Nothing more to do for this order')).toBeTruthy()
  expect(sent).toEqual([{ status: 'confirmed' }, { status: 'cancelled', note: 'Not at home' }])
})

test('a new order appears by itself and is told', async () => {
  const first = onDesk(['confirmed'])
  let orders = [first]
  shopServer.use(
    ...orderCalls(
      () => orders,
      () => first,
    ),
  )
  renderShop('/admin/orders')
  expect(await main().findByText('#123456789')).toBeTruthy()
  orders = [onDesk(['confirmed'], { number: '222222222' }), first]
  expect(await main().findByText('#222222222', {}, { timeout: 12_000 })).toBeTruthy()
  expect(await screen.findByText('1 new order')).toBeTruthy()
}, 20_000)

test('the order list is forbidden to customers', async () => {
  shopServer.use(status(aUser()))
  const { address } = renderShop('/admin/orders')
  expect((await main().findByRole('alert')).textContent).toContain('Forbidden')
  expect(address()).toBe('/')
})
