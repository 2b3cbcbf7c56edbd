import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCheckoutCart, aCheckoutLine, anOrder } from '../../test-setup/checkout-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'bypass' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))

const one = (order = anOrder()) =>
  http.get('*/api/order/:number', () => HttpResponse.json({ success: true, order }))

test('the history says number, status, day and total of each order', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/user/order-history', () =>
      HttpResponse.json([anOrder()], { headers: { 'X-Total-Count': '1' } }),
    ),
  )
  renderShop('/user/order-history')
  const link = await main().findByRole('link', { name: 'Order #123456789' })
  expect(link.getAttribute('href')).toBe('/order/123456789')
  expect(main().getByText('Status: Placed')).toBeTruthy()
  expect(main().getByText('Date ordered: 15 November 2026')).toBeTruthy()
  expect(main().getByText('$10.00')).toBeTruthy()
  expect(main().queryByText('Thank you for your order')).toBeNull()
})

test('without orders it says so', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/user/order-history', () => HttpResponse.json([])),
  )
  renderShop('/user/order-history')
  expect(await main().findByText('No Orders Currently')).toBeTruthy()
})

test('an order shows its products, totals, address and progress, and can be called off', async () => {
  let cancelled = 0
  const after = anOrder({
    status: 'cancelled',
    cancellable: false,
    history: [
      { status: 'placed', at: '2026-11-15T09:00:00Z' },
      { status: 'cancelled', at: '2026-11-15T09:30:00Z' },
    ],
  })
  shopServer.use(
    status(aUser()),
    http.get('*/api/order/:number', () =>
      HttpResponse.json({ success: true, order: cancelled > 0 ? after : anOrder() }),
    ),
    http.post('*/api/order/:number/cancel', () => {
      cancelled += 1
      return HttpResponse.json({
        success: true,
        code: 'order_cancelled',
        message: '',
        order: after,
      })
    }),
  )
  const { user } = renderShop('/order/123456789')
  expect(await main().findByRole('heading', { name: 'Order #123456789' })).toBeTruthy()
  const link = main().getByRole('link', { name: 'Panadol 500 mg' })
  expect(link.getAttribute('href')).toBe('/product/panadol-500')
  expect(main().getByText('+961 70123456')).toBeTruthy()
  const progress = main().getByRole('list', { name: 'Order progress' })
  expect(within(progress).getAllByRole('listitem')).toHaveLength(5)

  await user.click(main().getByRole('button', { name: 'Cancel order' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(cancelled).toBe(0)
  expect(within(dialog).getByRole('button', { name: 'Keep order' })).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel order' }))
  expect(await main().findByText('Order cancelled')).toBeTruthy()
  expect(main().getByText('Status: Cancelled')).toBeTruthy()
  expect(main().queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('ordering again fills the cart and tells what could not be added, and why', async () => {
  shopServer.use(
    status(aUser()),
    one(),
    http.post('*/api/order/:number/again', () =>
      HttpResponse.json({
        ...aCheckoutCart(aCheckoutLine()),
        code: 'order_again',
        message: '',
        added: 1,
        limited: [{ id: 'dove', english_name: 'Dove', arabic_name: 'دوف', ordered: 4, added: 3 }],
        skipped: [
          { id: 'advil', english_name: 'Advil', arabic_name: 'أدفيل', reason: 'out_of_stock' },
        ],
      }),
    ),
  )
  const { user } = renderShop('/order/123456789')
  await user.click(await main().findByRole('button', { name: 'Order again' }))
  expect(await main().findByText('The products are in your cart')).toBeTruthy()
  expect(main().getByText('Advil').closest('li')?.textContent).toBe('Advil: out of stock')
  expect(main().getByText('Dove').closest('li')?.textContent).toMatch(/^Dove: 3 of 4 added/)
  expect(await screen.findAllByRole('link', { name: /Cart, 1/ })).not.toHaveLength(0)
})

test('an order of someone else is calmly not found', async () => {
  shopServer.use(
    status(aUser()),
    http.get('*/api/order/:number', () =>
      HttpResponse.json({ success: false, code: 'order_not_found', message: '' }, { status: 404 }),
    ),
  )
  renderShop('/order/999')
  expect(await main().findByRole('heading', { name: 'We could not find this order' })).toBeTruthy()
  expect(main().getByRole('link', { name: 'All my orders' })).toBeTruthy()
})

test('a part of several that goes somewhere else names its own address', async () => {
  const order = anOrder()
  const [part] = order.fulfilments
  if (part === undefined) throw new Error('an order has a part')
  shopServer.use(
    status(aUser()),
    one({
      ...order,
      fulfilments: [
        part,
        {
          ...part,
          _id: 'o1-2',
          store: { _id: 's1', name: 'Cedar' },
          address: { ...order.address, street: 'Bliss Street' },
        },
      ],
    }),
  )
  renderShop('/order/123456789')
  expect(await main().findAllByText('This part goes to')).toHaveLength(1)
  expect(main().getByText(/Bliss Street/)).toBeTruthy()
})
