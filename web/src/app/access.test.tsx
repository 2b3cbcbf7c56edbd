import { act, screen, within } from '@testing-library/react'
import { delay, http, type HttpHandler, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
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

/** A status call that fails as often as told, then answers for that person. */
function failingStatus(times: number, then: HttpHandler) {
  let calls = 0
  shopServer.use(
    http.get('*/api/user/status', () => {
      calls += 1
      return calls > times ? undefined : new HttpResponse(null, { status: 503 })
    }),
    then,
    http.get('*/api/user/wishlist', () => HttpResponse.json({ success: true, wishlist: [] })),
  )
  return () => calls
}

describe('a status call that fails', () => {
  test('does not send anyone to sign-in: the screen says so, and opens with the next answer', async () => {
    failingStatus(1, status(aUser()))
    const { address, user } = renderShop('/user/wishlist')
    expect(await main().findByText(/could not check whether you are signed in/)).toBeTruthy()
    expect(address()).toBe('/user/wishlist')
    await user.click(main().getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /My account/ })).toBeTruthy()
    expect(address()).toBe('/user/wishlist')
  })

  test('is repeated by itself', async () => {
    const calls = failingStatus(1, status(aUser()))
    renderShop('/')
    expect(await screen.findByText(/could not check whether you are signed in/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
    expect(await screen.findByRole('button', { name: /My account/ })).toBeTruthy()
    expect(calls()).toBe(2)
    expect(screen.queryByText(/could not check/)).toBeNull()
  })

  test('leaves someone who is signed in signed in', async () => {
    failingStatus(0, status(aUser()))
    const { client } = renderShop('/user/wishlist')
    await screen.findByRole('heading', { name: 'Wishlist is empty' })
    failingStatus(1, status(aUser({ first_name: 'Rana' })))
    await act(async () => void client.invalidateQueries({ queryKey: ['session'] }))
    expect(await screen.findByText(/could not check whether you are signed in/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Wishlist is empty' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: /Rana/ })).toBeTruthy()
  })

  test('is one that cannot be read, too', async () => {
    shopServer.use(http.get('*/api/user/status', () => HttpResponse.text('<html>busy</html>')))
    const { address } = renderShop('/user/wishlist')
    expect(await main().findByText(/could not check whether you are signed in/)).toBeTruthy()
    expect(address()).toBe('/user/wishlist')
  })
})
