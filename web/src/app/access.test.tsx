import { screen, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderShop } from '../test-setup/render-shop'
import { aUser, shopServer, status } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))

test('a visitor who opens the wishlist is asked to sign in, and will come back', async () => {
  const { address } = renderShop('/user/wishlist')
  expect(await main().findByText('You must be logged in')).toBeTruthy()
  expect(address()).toBe('/user/login?next=%2Fuser%2Fwishlist')
})

test('a guarded screen waits until the person is known, a public one does not', async () => {
  shopServer.use(
    http.get('*/api/user/status', async () => {
      await delay('infinite')
      return HttpResponse.json({})
    }),
  )
  const { unmount } = renderShop('/user/account')
  expect((await main().findByRole('status')).textContent).toContain('Loading')
  unmount()
  renderShop('/')
  expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
})

test('someone signed in is sent home from the sign-in page', async () => {
  shopServer.use(status(aUser()))
  const { address } = renderShop('/user/login')
  expect(await main().findByText('Already logged in')).toBeTruthy()
  expect(address()).toBe('/')
  expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
})

test('editing a product is forbidden to customers, as an error on Home', async () => {
  shopServer.use(status(aUser()))
  const { address } = renderShop('/product/edit/panadol-500')
  expect((await main().findByRole('alert')).textContent).toContain('Forbidden')
  expect(address()).toBe('/')
})

test('checkout with an empty cart says so', async () => {
  shopServer.use(status(aUser()))
  const { address } = renderShop('/user/checkout')
  expect(await main().findByText('Your cart is empty')).toBeTruthy()
  expect(address()).toBe('/user/cart')
})

test('an address that does not exist is Home with a word about it, which can be dismissed', async () => {
  const { address, user } = renderShop('/no/such/page')
  expect(await main().findByText('Page not found')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
  expect(address()).toBe('/')
  await user.click(main().getByRole('button', { name: 'Dismiss' }))
  expect(main().queryByText('Page not found')).toBeNull()
})

test('a failed status leaves the shop open to a visitor', async () => {
  shopServer.use(
    http.get('*/api/user/status', () => HttpResponse.error()),
    http.get('*/api/user/cart', () => HttpResponse.error()),
  )
  renderShop('/')
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
})
