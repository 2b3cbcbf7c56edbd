import { expect, test } from 'vitest'
import type { Order } from './api'
import { milestones } from './status'

function way(...statuses: Order['status'][]) {
  const history = statuses.map((status, hour) => ({ status, at: `2026-11-15T0${hour}:00:00Z` }))
  const status = statuses.at(-1) ?? 'placed'
  return milestones({ history, status }).map((one) => `${one.status} ${one.state}`)
}

test('what is passed, where it is and what is to come', () => {
  expect(way('placed', 'confirmed')).toEqual([
    'placed done',
    'confirmed now',
    'preparing later',
    'out_for_delivery later',
    'delivered later',
  ])
})

test('nothing follows a delivery', () => {
  expect(way('placed', 'confirmed', 'preparing', 'out_for_delivery', 'delivered').at(-1)).toBe(
    'delivered done',
  )
})

test('a delivery that failed is tried again, and what came back goes nowhere', () => {
  const failed = [
    'placed',
    'confirmed',
    'preparing',
    'out_for_delivery',
    'delivery_failed',
  ] as const
  expect(way(...failed).slice(4)).toEqual([
    'delivery_failed now',
    'out_for_delivery later',
    'delivered later',
  ])
  expect(way('placed', 'returned').at(-1)).toBe('returned now')
})

test('a cancelled order goes nowhere any more', () => {
  expect(way('placed', 'cancelled')).toEqual(['placed done', 'cancelled now'])
})
