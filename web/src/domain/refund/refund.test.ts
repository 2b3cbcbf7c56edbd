import { expect, test } from 'vitest'
import { emptyRefund, refundAmount, type Refundable, toRefundRequest } from './refund'

const line = { product: { id: 'a' }, unit_price: 5 }
const some = () =>
  ({ lines: [line], pieces: { a: 2 }, rest: 12, feeLeft: 2 }) as unknown as Refundable

test('a draft comes to its lines and the fee that is left, or to all that is left', () => {
  const lines = { ...emptyRefund, pieces: { a: 2 }, delivery: true }
  expect(refundAmount(lines, some())).toBe(1200)
  expect(refundAmount({ ...emptyRefund, by: 'all' }, some())).toBe(1200)
  expect(toRefundRequest({ ...lines, reason: 'late' }, 1200)).toEqual({
    lines: [{ product: 'a', quantity: 2 }],
    delivery: true,
    reason: 'late',
  })
})

test('amounts are read in Arabic digits, and nonsense is none', () => {
  const typed = (amount: string) => refundAmount({ ...emptyRefund, by: 'amount', amount }, some())
  expect([typed('٣.٥٠'), typed('3.505'), typed('x'), typed('')]).toEqual([350, null, null, null])
  expect(toRefundRequest({ ...emptyRefund, by: 'amount', reason: ' r ' }, 350)).toEqual({
    amount: 3.5,
    reason: 'r',
  })
})
