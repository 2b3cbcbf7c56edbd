import { expect, test } from 'vitest'
import { newOrderNumbers } from './new-orders'
import { ordersAddress, readOrdersQuery, searchText } from './orders-query'

test('the address holds the whole query, and nonsense is left out', () => {
  const query = {
    status: 'preparing',
    q: '7012',
    from: '2026-11-01',
    to: '2026-11-15',
    page: 2,
    order: '123456789',
  } as const
  expect(readOrdersQuery(new URL(ordersAddress(query), 'http://x').search)).toEqual(query)
  expect(readOrdersQuery('?status=lost&page=-1&from=yesterday&to=2026-1-1')).toEqual({
    status: '',
    q: '',
    from: '',
    to: '',
    page: 1,
    order: '',
  })
  expect(ordersAddress(readOrdersQuery(''))).toBe('/admin/orders')
})

test.each([
  ['#123 456', '123456'],
  ['٧٠١٢٣', '70123'],
  ['+961 70 123 456', '70123456'],
  ['0096170123456', '70123456'],
])('%s is searched as %s', (typed, searched) => {
  expect(searchText(typed)).toBe(searched)
})

test('what was not there at the last look has arrived', () => {
  expect(newOrderNumbers(['2', '1'], ['4', '3', '2'])).toEqual(['4', '3'])
  expect(newOrderNumbers(['2', '1'], ['1'])).toEqual([])
})
