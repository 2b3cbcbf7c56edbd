import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anOrder } from '../../test-setup/checkout-server'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import type { StoreOrder } from './api'
import { StoreRefunds } from './StoreRefunds'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const path = '*/api/store/s1/fulfilment/o1-1/refunds'

function answerRefunds(some: object = {}) {
  let reads = 0
  shopServer.use(
    http.get(path, () => {
      reads += 1
      return HttpResponse.json({
        success: true,
        may_refund: true,
        left: 12,
        fee_left: 2,
        pieces_left: { p1: 1 },
        refunds: [],
        ...some,
      })
    }),
  )
  return () => reads
}

const open = (some: Partial<StoreOrder> = {}) =>
  renderUi(
    <StoreRefunds
      store="s1"
      order={
        {
          ...anOrder(),
          _id: 'o1-1',
          status: 'delivered',
          payment: { method: 'cash' },
          ...some,
        } as unknown as StoreOrder
      }
    />,
  )

const refund = {
  _id: 'r1',
  amount: 2,
  state: 'failed',
  at: '2026-11-16T06:00:00Z',
  lines: [],
  delivery: true,
  reason: 'late',
  by: 'rami',
  automatic: false,
}

test('the delivery fee of a cash order is handed over and recorded, once for each key', async () => {
  const sent: unknown[] = []
  const keys = new Set<string | null>()
  answerRefunds()
  shopServer.use(
    http.post(path, async ({ request }) => {
      keys.add(request.headers.get('Idempotency-Key'))
      sent.push(await request.json())
      if (sent.length === 1) return HttpResponse.error()
      const done = { ...refund, state: 'manual' }
      return HttpResponse.json({ success: true, code: 'refund_manual', message: '', refund: done })
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Make a refund' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Hand the customer the money first/)).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: /Delivery/ }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'late')
  await user.click(dialog.getByRole('button', { name: 'Refund $2.00' }))
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Refund $2.00' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent[1]).toEqual({ lines: [], delivery: true, reason: 'late' })
  expect(keys.size).toBe(1)
})

test('who may not refund sees what went back, and that the bank refused it', async () => {
  answerRefunds({ may_refund: false, refunds: [refund] })
  open({ payment: { method: 'card', last4: '4242' } })
  expect(await screen.findByText(/Dawa is looking into it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a refund' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('the store asks the bank again for its own refund, and hears that it refused once more', async () => {
  const reads = answerRefunds({ refunds: [{ ...refund, may_retry: true }] })
  const answers = ['failed', 'done']
  let asked = 0
  shopServer.use(
    http.post(`${path}/r1/retry`, () => {
      const state = answers[asked]
      asked += 1
      return HttpResponse.json({
        success: true,
        code: `refund_${state}`,
        message: '',
        refund: { ...refund, state },
      })
    }),
  )
  const { user } = open({ payment: { method: 'card', last4: '4242' } })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The bank did not refund the money')).toBeTruthy()
  expect(screen.queryByText(/Dawa is looking into it/)).toBeNull()
  await expect.poll(reads).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The money was refunded')).toBeTruthy()
  expect(asked).toBe(2)
})

test('nothing is asked before cash was paid', () => {
  const reads = answerRefunds()
  open({ status: 'preparing' })
  expect(reads()).toBe(0)
  expect(screen.queryByRole('heading')).toBeNull()
})
