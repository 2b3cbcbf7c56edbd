import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { track } from './analytics'

const sent: Blob[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  navigator.sendBeacon = (_address, body) => {
    sent.push(body as Blob)
    return true
  }
})
afterEach(() => vi.useRealTimers())

test('events gather and go together, with the fields of the specification and nothing else', async () => {
  track('begin_checkout', [
    { id: 'a', name: 'Panadol', price: 3.25, quantity: 2, category: 'pain_killers' },
    { id: 'b', name: 'Dove', price: 0.1, quantity: 3, category: 'body_care' },
  ])
  track('purchase', [{ id: 'a', name: 'Panadol', price: 3.25, quantity: 1, category: '' }])
  expect(sent).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(sent).toHaveLength(1)
  vi.useRealTimers()
  const { events } = JSON.parse((await sent[0]?.text()) ?? '{}') as { events: unknown[] }
  expect(events).toHaveLength(2)
  expect(events[0]).toEqual({
    event: 'begin_checkout',
    currency: 'USD',
    value: 6.8,
    items: [
      {
        item_id: 'a',
        item_name: 'Panadol',
        price: 3.25,
        quantity: 2,
        item_category: 'pain_killers',
        affiliation: 'Online Store',
      },
      {
        item_id: 'b',
        item_name: 'Dove',
        price: 0.1,
        quantity: 3,
        item_category: 'body_care',
        affiliation: 'Online Store',
      },
    ],
  })
})
