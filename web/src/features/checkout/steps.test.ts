import { expect, test } from 'vitest'
import { reachable, readStep, stepAddress } from './steps'

test.each([
  ['', 'address'],
  ['?step=payment', 'payment'],
  ['?step=review', 'review'],
  ['?step=nonsense', 'address'],
] as const)('%s asks for the step %s', (search, step) => {
  expect(readStep(search)).toBe(step)
})

test('the address of a step leads to it', () => {
  expect(stepAddress('address')).toBe('/user/checkout')
  expect(readStep(new URL(stepAddress('review'), 'http://x').search)).toBe('review')
})

test.each([
  ['review', { address: false, payment: true }, 'address'],
  ['review', { address: true, payment: false }, 'payment'],
  ['review', { address: true, payment: true }, 'review'],
  ['payment', { address: false, payment: false }, 'address'],
  ['payment', { address: true, payment: true }, 'payment'],
  ['address', { address: true, payment: true }, 'address'],
] as const)('nobody comes to %s past what is missing in %o', (asked, filled, step) => {
  expect(reachable(asked, filled)).toBe(step)
})
