import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Pagination } from './Pagination'
import { pageWindow } from './page-window'

describe('pageWindow', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 10, [1, 2, 'gap', 10]],
    [3, 10, [1, 2, 3, 4, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap', 10]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [7, 10, [1, 'gap', 6, 7, 8, 9, 10]],
    [10, 10, [1, 'gap', 9, 10]],
    [99, 3, [1, 2, 3]],
  ])('page %i of %i', (page, count, slots) => {
    expect(pageWindow(page, count)).toEqual(slots)
  })
})

describe('Pagination', () => {
  const hrefFor = (page: number) => `/list?page=${page}`

  test('every page is a link, the current one is marked', () => {
    renderUi(<Pagination page={2} pageCount={3} hrefFor={hrefFor} />)
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/list?page=3')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('2')
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe(
      '/list?page=1',
    )
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
      '/list?page=3',
    )
  })

  test('there is no way before the first nor after the last', () => {
    const { rerender } = renderUi(<Pagination page={1} pageCount={3} hrefFor={hrefFor} />)
    expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull()
    rerender(<Pagination page={3} pageCount={3} hrefFor={hrefFor} />)
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull()
  })

  test('one page needs no numbers', () => {
    renderUi(<Pagination page={1} pageCount={1} hrefFor={hrefFor} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('speaks Arabic', () => {
    renderUi(<Pagination page={1} pageCount={2} hrefFor={hrefFor} />, { lang: 'arabic' })
    expect(screen.getByRole('link', { name: 'الصفحة التالية' })).toBeTruthy()
  })
})
