import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as analytics from '../lib/analytics'
import { renderShop } from '../test-setup/render-shop'
import { shopServer } from '../test-setup/shop-server'
import { firstRoutes } from './first-routes'
import { laterRoutes } from './later-screens'
import { rowOf } from './route-table'
import { ScreenChunks } from './screen-chunks'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
// A chunk that fails makes the page ask the shop for its build.
beforeEach(() => shopServer.use(http.head('*', () => new HttpResponse(null))))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

test('a chunk that does not arrive offers another try, and is reported by its name', async () => {
  const report = vi.spyOn(analytics, 'reportMissingChunk').mockImplementation(() => {})
  const row = rowOf('/contact')
  const load = vi.spyOn(row, 'load')
  // As often as it is asked for by itself.
  for (let i = 0; i < 3; i += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { user } = renderShop('/contact')
  expect(await screen.findByText('Part of this page could not be loaded')).toBeTruthy()
  expect(report).toHaveBeenCalledExactlyOnceWith('contact', 'missing')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Contact us' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(4)
})

test('trying again a second time loads the page anew: the chunk may be gone for ever', async () => {
  vi.spyOn(analytics, 'reportMissingChunk').mockImplementation(() => {})
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { origin: location.origin, pathname: location.href, reload })
  const row = rowOf('/contact')
  vi.spyOn(row, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const { user } = renderShop('/contact')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a chunk under way is not loaded twice, and a loaded one never again', async () => {
  const chunks = new ScreenChunks()
  const load = vi.fn<() => Promise<{ default: () => null }>>(() =>
    Promise.resolve({ default: () => null }),
  )
  await Promise.all([chunks.load({ chunk: 'x', load }), chunks.load({ chunk: 'x', load })])
  await chunks.load({ chunk: 'x', load })
  expect(load).toHaveBeenCalledTimes(1)
  expect(chunks.state({ chunk: 'x', load }).status).toBe('ready')
})

test('a screen that breaks leaves the header standing and offers another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const row = rowOf('/about')
  vi.spyOn(row, 'load').mockResolvedValue({
    default: () => {
      if (broken) throw new Error('broken')
      return <h1>Mended</h1>
    },
  })
  const { user } = renderShop('/about')
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Mended' })).toBeTruthy()
})

test.each([
  ['/', 'home'],
  ['/product/discounts', 'product-discounts'],
  ['/product/discounts/', 'product-discounts'],
  ['/product/edit/x', 'product-edit'],
  ['/product/panadol-500', 'product-detail'],
  ['/brand/head%20and%20shoulders', 'brand'],
  ['/store/s1/add-product', 'store-add-product'],
  ['/user/address/0', 'user-address'],
  ['/verify-email/a%40b.com/t', 'verify-email'],
])('%s is shown by the chunk %s', (address, chunk) => {
  expect(rowOf(address)).toMatchObject({ chunk })
  expect(rowOf(address)).not.toHaveProperty('missing')
})

test('the test pages of the old client are not there', () => {
  for (const address of ['/testnav', '/testcar', '/test2'])
    expect(rowOf(address).missing).toBe(true)
})

test('every row has its own address, and every chunk its own name', () => {
  const routes = [...firstRoutes, ...laterRoutes]
  const paths = routes.map((row) => row.path)
  expect(new Set(paths).size).toBe(paths.length)
  const chunks = routes.filter((row) => !row.missing).map((row) => row.chunk)
  expect(new Set(chunks).size).toBe(chunks.length)
})
