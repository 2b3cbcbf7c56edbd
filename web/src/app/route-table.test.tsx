import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderShop } from '../test-setup/render-shop'
import { laterRoutes } from './later-screens'
import { addLaterRoutes, rowOf } from './route-table'

/** As when the first page has just become alive: the rows of the later screens are still to come. */
function withoutLaterRoutes() {
  addLaterRoutes([])
  onTestFinished(() => addLaterRoutes(laterRoutes))
}

test('until the later screens are known, their addresses are neither missing nor named', () => {
  withoutLaterRoutes()
  expect(rowOf('/product/panadol-500').chunk).toBe('product-detail')
  for (const address of ['/contact', '/no/such/page']) {
    expect(rowOf(address).chunk).toBe('later-screens')
    expect(rowOf(address).missing).toBeUndefined()
  }
})

test('a screen whose row is still to come is shown when the row has come', async () => {
  withoutLaterRoutes()
  vi.spyOn(rowOf('/about'), 'load').mockReturnValue(new Promise(() => {}))
  document.title = 'Home'
  renderShop('/about')
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.getByRole('main').textContent).toContain('Loading')
  expect(document.title).toBe('Home')

  act(() => addLaterRoutes(laterRoutes))
  expect(await screen.findByRole('heading', { level: 1, name: /About/ })).toBeTruthy()
  expect(document.title).toContain('About')
})

test('rows that do not arrive offer another try', async () => {
  withoutLaterRoutes()
  vi.spyOn(rowOf('/about'), 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  renderShop('/about')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('no address of a later screen is taken for one of the first', () => {
  const taken = laterRoutes.filter((row) => rowOf(row.path.replaceAll(':', '')) !== row)
  expect(taken).toEqual([])
})
