import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anOrder } from '../../test-setup/checkout-server'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import type { Order } from './api'
import { OrderRefunds } from './OrderRefunds'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const refund = { _id: 'r1', amount: 1, state: 'done', at: '2026-11-16T06:00:00Z' }

test('OrderRefunds names the pounds on a card that was charged in them, at the order’s rate', async () => {
  shopServer.use(
    http.get('*/api/order/:number/refunds', () => HttpResponse.json({ refunds: [refund] })),
  )
  const payment = { method: 'card', transactionId: 't' } as const
  const { unmount } = renderUi(
    <OrderRefunds
      order={anOrder({ rate: 89_517, payment: { ...payment, chargedLbp: 1_104_430 } })}
    />,
  )
  expect((await screen.findByRole('listitem')).textContent).toContain('$1.00 (89,500 LBP)')
  unmount()
  renderUi(<OrderRefunds order={anOrder({ rate: 89_517, payment })} />)
  expect((await screen.findByRole('listitem')).textContent).not.toContain('LBP')
})

test('OrderRefunds shows what a store gave back of cash, and asks nothing before it was paid', async () => {
  let reads = 0
  shopServer.use(
    http.get('*/api/order/:number/refunds', () => {
      reads += 1
      return HttpResponse.json({ refunds: [{ ...refund, state: 'manual' }] })
    }),
  )
  const part = anOrder().fulfilments[0] as Order['fulfilments'][number]
  const cash = (status: 'placed' | 'delivered') =>
    anOrder({
      payment: { method: 'cash', transactionId: 't' },
      fulfilments: [{ ...part, status }],
    })
  const { unmount } = renderUi(<OrderRefunds order={cash('placed')} />)
  expect(reads).toBe(0)
  unmount()
  renderUi(<OrderRefunds order={cash('delivered')} />)
  expect((await screen.findByRole('listitem')).textContent).toContain('$1.00')
})
