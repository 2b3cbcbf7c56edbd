import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { useQuery } from '../../lib/query/use-query'
import { renderUi } from '../../test-setup/render-ui'
import { aProduct } from '../../test-setup/shop-server'
import { AddToCartButton } from './AddToCartButton'
import { cartKeys } from './api'

const server = setupServer(
  http.get('*/api/get-csrf-token', () => HttpResponse.json({ csrfToken: 'token' })),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function Badge() {
  const { data } = useQuery({ queryKey: cartKeys.count, queryFn: () => 0, enabled: false })
  return <output>{data}</output>
}

/** A server whose first answer comes only after the second call, should there be one beside it. */
function slowFirst() {
  let cart = 0
  let underWay = 0
  let most = 0
  server.use(
    http.put('*/api/user/cart', async () => {
      cart += 1
      underWay += 1
      most = Math.max(most, underWay)
      const lines = Array.from({ length: cart }, () => ({}))
      if (cart === 1) await new Promise((resolve) => setTimeout(resolve, 100))
      underWay -= 1
      return HttpResponse.json({ success: true, cart: lines, clamped: false, quantity: 1 })
    }),
  )
  return () => most
}

test('AddToCartButton: two products added at once leave the badge right, whichever answer is slow', async () => {
  const mostAtOnce = slowFirst()
  const { user } = renderUi(
    <>
      <AddToCartButton product={aProduct()} />
      <AddToCartButton product={aProduct({ id: 'dove-bar' })} />
      <Badge />
    </>,
  )
  for (const button of screen.getAllByRole('button')) await user.click(button)
  await screen.findByText('2')
  expect(mostAtOnce()).toBe(1)
})
