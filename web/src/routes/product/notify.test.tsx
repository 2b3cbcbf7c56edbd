import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const soldOut = aProduct({ id: 'p1', english_name: 'Panadol', in_stock: false, nb_in_stock: 0 })

/** A shop that takes wishes to be told of p1; gives what was sent. */
function alerts(): unknown[] {
  const sent: unknown[] = []
  shopServer.use(
    http.get('*/api/product/p1', () =>
      HttpResponse.json({ success: true, product: soldOut, addedToWishlist: false }),
    ),
    http.post('*/api/product/p1/restock-alert', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, code: 'restock_asked', message: '' })
    }),
  )
  return sent
}

test('NotifyScreen asks a visitor for an address and says that one mail will come', async () => {
  const sent = alerts()
  const { user } = renderShop('/product/notify/p1')
  await user.type(await screen.findByLabelText(/Your email/), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Email me when it is back' }))
  expect(await screen.findByText(/valid email/i)).toBeTruthy()
  await user.type(screen.getByLabelText(/Your email/), '@example.com')
  await user.click(screen.getByRole('button', { name: 'Email me when it is back' }))
  expect(await screen.findByText('We will email you once, when it is back in stock')).toBeTruthy()
  expect(sent).toEqual([{ email: 'nobody@example.com' }])
})

test('NotifyScreen asks at once for whoever is signed in', async () => {
  const sent = alerts()
  shopServer.use(status(aUser()))
  renderShop('/product/notify/p1')
  expect(await screen.findByText('We will email you once, when it is back in stock')).toBeTruthy()
  expect(screen.queryByLabelText(/Your email/)).toBeNull()
  expect(sent).toEqual([{}])
})

test('UnsubscribeScreen ends the mails as soon as the link is opened', async () => {
  const tokens: string[] = []
  shopServer.use(
    http.post<{ token: string }>('*/api/unsubscribe/:token', ({ params }) => {
      tokens.push(params.token)
      return HttpResponse.json({ success: true, code: 'unsubscribed', message: '' })
    }),
  )
  renderShop('/unsubscribe/abc')
  expect(await screen.findByText('You will get no more of these emails')).toBeTruthy()
  expect(tokens).toEqual(['abc'])
})
