import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aManaged, pendingHandler, productTableHandler } from '../../test-setup/admin-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

test('the table says which approved products shoppers do not see', async () => {
  shopServer.use(
    status(aUser({ admin: true })),
    pendingHandler(),
    productTableHandler(() => [
      aManaged({ id: 'p1', english_name: 'First' }),
      aManaged({ id: 'p2', english_name: 'Second', off_sale: true }),
      aManaged({ id: 'p3', english_name: 'Third' }, { withdrawn: true }),
      aManaged({ id: 'p4', english_name: 'Fourth', off_sale: true }, { status: 'rejected' }),
    ]),
  )
  renderShop('/admin/products')
  const table = within(await screen.findByRole('table', { name: 'Products' }))
  for (const [name, tag] of [
    ['First', 'On sale'],
    ['Second', 'Off sale'],
    ['Third', 'Hidden together with its store'],
    ['Fourth', 'Rejected'],
  ] as const) {
    expect(within(table.getByRole('row', { name: new RegExp(name) })).getByText(tag)).toBeTruthy()
  }
})
