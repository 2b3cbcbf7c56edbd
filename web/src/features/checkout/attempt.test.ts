import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/errors'
import { isOutcomeKnown } from '../../domain/order/outcome'
import { attemptKey, endAttempt } from './attempt'

beforeEach(() => sessionStorage.clear())

test('the key stays until the attempt ends, then the next order has another', () => {
  const key = attemptKey('layla')
  expect(key).toMatch(/^[0-9a-f-]{32,36}$/)
  expect(attemptKey('layla')).toBe(key)
  endAttempt()
  expect(attemptKey('layla')).not.toBe(key)
})

test('another person in the same tab has another key', () => {
  expect(attemptKey('karim')).not.toBe(attemptKey('layla'))
})

test.each([
  [new ApiError(0, 'network'), false],
  [new ApiError(500, 'internal'), false],
  [new ApiError(502, 'network'), false],
  [new ApiError(503, 'unavailable'), false],
  [new ApiError(503, 'payment_pending'), false],
  [new ApiError(429, 'rate_limited'), false],
  [new ApiError(403, 'csrf'), false],
  [new Error('nobody can read the answer'), false],
  [new ApiError(503, 'payment_timeout'), true],
  [new ApiError(503, 'payment_unavailable'), true],
  [new ApiError(400, 'payment_declined'), true],
  [new ApiError(409, 'cart_changed'), true],
  [new ApiError(422, 'idempotency_reused'), true],
])('%s tells what became of the order: %s', (failure, known) => {
  expect(isOutcomeKnown(failure)).toBe(known)
})
