import { expect, test } from 'vitest'
import {
  chosenFilters,
  isNarrowed,
  readTable,
  tableAddress,
  type TableQuery,
  wholeTable,
} from './table-query'

test('the table is its address, and nonsense is left out', () => {
  const table: TableQuery = {
    q: 'بنادول',
    category: 'colds',
    brand: 'head and shoulders',
    status: 'pending',
    stock: 'low',
    discounted: true,
    withoutConcern: true,
    sort: 'price_asc',
    page: 3,
  }
  expect(readTable(new URL(tableAddress(table), 'http://x').search)).toEqual(table)
  expect(readTable('?category=cars&status=lost&stock=many&sort=size&page=0')).toEqual(wholeTable)
  expect(tableAddress(wholeTable)).toBe('/admin/products')
})

test('order and page narrow nothing', () => {
  expect(isNarrowed({ ...wholeTable, sort: 'name', page: 2 })).toBe(false)
  expect(isNarrowed({ ...wholeTable, q: 'panadol' })).toBe(true)
  expect(isNarrowed({ ...wholeTable, discounted: true })).toBe(true)
  expect(isNarrowed({ ...wholeTable, withoutConcern: true })).toBe(true)
})

test('the search, the order and the page are no filters', () => {
  expect(chosenFilters({ ...wholeTable, q: 'panadol', sort: 'name', page: 2 })).toBe(0)
  expect(chosenFilters({ ...wholeTable, category: 'colds', stock: 'low', discounted: true })).toBe(
    3,
  )
})
