import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { QueryClientProvider } from '../../lib/query/QueryClientProvider'
import { QueryClient } from '../../lib/query/query-client'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import type { AdminOrder } from './api'
import { RefundsPanel } from './RefundsPanel'
import { refundableOf } from './refunds'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const lines = [
  {
    product: { id: 'a', english_name: 'Balm', arabic_name: 'بلسم', images: [], code: 'c' },
    nb_ordered: 2,
    unit_price: 5,
    line_total: 10,
  },
]

const order = {
  number: '123456789',
  status: 'delivered',
  deliveryFee: 2,
  total: 12,
  payment: { method: 'card', transactionId: 't', last4: '4242' },
  products: lines,
  fulfilments: [{ status: 'delivered', products: lines, deliveryFee: 2 }],
} as unknown as AdminOrder['order']

const refund = (some: object = {}) => ({
  _id: 'r1',
  amount: 5,
  state: 'failed',
  at: '2026-11-16T06:00:00Z',
  lines: [{ product: 'a', quantity: 1, amount: 5 }],
  delivery: false,
  reason: 'broken',
  by: 'admin',
  automatic: false,
  problem: 'refused',
  ...some,
})

function answerRefunds(refunds: object[], left: number) {
  shopServer.use(
    http.get('*/api/admin/order/123456789/refunds', () =>
      HttpResponse.json({
        success: true,
        captured: 12,
        refunded: 12 - left,
        left,
        fee_left: 2,
        pieces_left: { a: 2 },
        refunds,
      }),
    ),
  )
}

const open = () =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <RefundsPanel order={order} />
    </QueryClientProvider>,
  )

test('a piece goes back with a reason, and a lost answer keeps what was typed and its key', async () => {
  const sent: unknown[] = []
  const keys = new Set<string | null>()
  answerRefunds([], 12)
  shopServer.use(
    http.post('*/api/admin/order/123456789/refunds', async ({ request }) => {
      keys.add(request.headers.get('Idempotency-Key'))
      sent.push(await request.json())
      if (sent.length === 1) return HttpResponse.error()
      return HttpResponse.json({
        success: true,
        code: 'refund_done',
        message: '',
        refund: refund({ state: 'done' }),
      })
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Make a refund' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Make a refund' }))
  expect(dialog.getByText('Choose what to refund')).toBeTruthy()
  expect(dialog.getByText('Say why the money is refunded')).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Pieces' }), '1')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'broken')
  await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }))
  await dialog.findByRole('alert')
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveProperty('value', 'broken')
  await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }))
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual({ lines: [{ product: 'a', quantity: 1 }], reason: 'broken' })
  expect(keys.size).toBe(1)
})

test('a failed refund says so and is recorded as refunded by hand', async () => {
  const notes: unknown[] = []
  answerRefunds([refund()], 12)
  shopServer.use(
    http.post('*/api/admin/refund/r1/manual', async ({ request }) => {
      notes.push(await request.json())
      return HttpResponse.json({
        success: true,
        code: 'refund_manual',
        message: '',
        refund: refund({ state: 'manual' }),
      })
    }),
  )
  const { user } = open()
  expect(await screen.findByText('Failed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Refunded by hand' }))
  await user.type(screen.getByRole('textbox', { name: /How it was refunded/ }), 'cash')
  await user.click(screen.getByRole('button', { name: 'Record it' }))
  await expect.poll(() => notes).toEqual([{ note: 'cash' }])
})

test('what was cancelled goes back by itself and is not offered', async () => {
  const off = {
    ...order,
    fulfilments: order.fulfilments.map((part) => ({ ...part, status: 'cancelled' as const })),
  }
  const state = {
    success: true,
    captured: 12,
    refunded: 0,
    left: 0,
    fee_left: 0,
    pieces_left: {},
    refunds: [],
  }
  expect(refundableOf(off, state as never).lines).toEqual([])
  answerRefunds([refund({ state: 'done', automatic: true, reason: '', by: '' })], 0)
  open()
  expect(await screen.findByText('For what was cancelled or returned')).toBeTruthy()
})

test('a cash order shows what its stores gave back, and offers nothing', async () => {
  answerRefunds([refund({ state: 'manual', problem: '' })], 0)
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <RefundsPanel order={{ ...order, payment: { method: 'cash', transactionId: '' } }} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('broken')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a refund' })).toBeNull()
})
