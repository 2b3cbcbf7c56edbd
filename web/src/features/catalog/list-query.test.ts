import { describe, expect, test } from 'vitest'
import {
  changed,
  cleared,
  filterCount,
  listAddress,
  listCall,
  pageCount,
  readList,
  SEARCH_SORTS,
  toggleBrand,
} from './list-query'

const plain = readList('')

describe('the address of a list', () => {
  test('an address that says nothing is the whole list from its first page', () => {
    expect(plain).toEqual({
      page: 1,
      brands: [],
      minPrice: null,
      maxPrice: null,
      sort: null,
      concern: '',
      form: '',
      suits: '',
      inStock: false,
    })
    expect(listAddress('/product/category/vitamins', plain)).toBe('/product/category/vitamins')
  })

  test('everything said about a list survives a reload', () => {
    const list = readList(
      '?page=3&brands=advil,head+and+shoulders&min_price=5&max_price=20&sort=price_asc' +
        '&concern=fever&form=syrup&suits=child&in_stock=1',
    )
    expect(list).toEqual({
      page: 3,
      brands: ['advil', 'head and shoulders'],
      minPrice: 5,
      maxPrice: 20,
      sort: 'price_asc',
      concern: 'fever',
      form: 'syrup',
      suits: 'child',
      inStock: true,
    })
    expect(readList(listAddress('', list))).toEqual(list)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1e9',
    'page=2.5',
    'page=99999999',
    'min_price=-1',
    'min_price=1e3',
    'max_price=abc',
    'sort=random',
    'sort=relevance',
    'brands=,%20,',
    'concern=a%3Cb',
    'form=cake',
    'suits=dogs',
    'in_stock=perhaps',
    'min_price=20&max_price=5',
  ])('%s counts as nothing said', (query) => {
    expect(readList(`?${query}`)).toEqual(plain)
  })

  test('search results know relevance as their own order, which an address need not say', () => {
    expect(readList('?sort=relevance', SEARCH_SORTS).sort).toBeNull()
    expect(readList('?sort=newest', SEARCH_SORTS).sort).toBe('newest')
  })

  test('what was searched for comes first and stays while the list is narrowed', () => {
    const list = toggleBrand(plain, 'panadol')
    expect(listAddress('/search-results', list, [['q', 'بنادول']])).toBe(
      `/search-results?q=${encodeURIComponent('بنادول')}&brands=panadol`,
    )
  })

  test('a brand twice in an address is one filter', () => {
    expect(readList('?brands=advil,advil').brands).toEqual(['advil'])
  })
})

describe('the call of a list', () => {
  test('is spelt as the server spells it in the data of a page', () => {
    const list = readList(
      '?sort=name&brands=advil,head+and+shoulders&page=2&max_price=20&in_stock=1&form=gel',
    )
    expect(listCall('/api/product/category/colds', list)).toBe(
      '/api/product/category/colds?page=2&limit=12&brands=advil%2Chead%20and%20shoulders&max_price=20&sort=name&form=gel&in_stock=1',
    )
    expect(listCall('/api/search?name=x', plain)).toBe('/api/search?name=x&page=1&limit=12')
  })
})

describe('changing a list', () => {
  const third = readList('?page=3&brands=advil&sort=name&min_price=2')

  test('ticking a brand adds it, ticking it again takes it away, and both begin at page 1', () => {
    const both = toggleBrand(third, 'dove')
    expect(both.brands).toEqual(['advil', 'dove'])
    expect(both.page).toBe(1)
    expect(toggleBrand(both, 'advil').brands).toEqual(['dove'])
  })

  test('another order begins at page 1 and keeps the filters', () => {
    expect(changed(third, { sort: 'price_desc' })).toEqual({
      ...third,
      page: 1,
      sort: 'price_desc',
    })
  })

  test('clearing takes every filter away and keeps the order', () => {
    expect(cleared(third)).toEqual({ ...plain, sort: 'name' })
  })

  test('a price range is one filter, each brand is one', () => {
    expect(filterCount(plain)).toBe(0)
    expect(filterCount(readList('?brands=a,b&min_price=1&max_price=9'))).toBe(3)
    expect(filterCount(readList('?concern=fever&form=gel&suits=adult&in_stock=1'))).toBe(4)
  })

  test.each([
    [0, 0],
    [1, 1],
    [12, 1],
    [13, 2],
  ])('%i products fill %i pages', (total, pages) => {
    expect(pageCount(total)).toBe(pages)
  })
})
