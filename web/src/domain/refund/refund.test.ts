import { expect, test } from 'vitest'
import { emptyRefund, piecesLeft, refundAmount, type Refundable, toRefundRequest } from './refund'

const line = { product: { id: 'a' }, nb_ordered: 3, removed: 1, unit_price: 5 }
const refund = (state: string) => ({ state, lines: [{ product: 'a', quantity: 1, amount: 5 }] })

const some = (refunds: object[] = []) =>
  ({ lines: [line], rest: 12, feeLeft: 2, refunds }) as unknown as Refundable

test('what went back is not offered again, and failed refunds count for nothing', () => {
  expect(piecesLeft(some([refund('manual'), refund('failed')])).get('a')).toBe(1)
})

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
