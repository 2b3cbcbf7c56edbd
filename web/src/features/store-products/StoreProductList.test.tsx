import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aManaged } from '../../test-setup/admin-server'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { StoreProductList } from './StoreProductList'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const soap = aManaged({ id: 'a', english_name: 'Soap', nb_in_stock: 2 }, { low: true, version: 7 })

test('StoreProductList tells what waits, what was rejected and what runs out', () => {
  renderUi(
    <StoreProductList
      selected={new Set()}
      onSelect={() => {}}
      rows={[
        soap,
        aManaged({ id: 'b', english_name: 'Advil' }, { status: 'rejected', reason: 'Blurred' }),
        aManaged(
          { id: 'c', english_name: 'Dove', off_sale: true },
          { revision: { fields: ['english_name'], status: 'pending', at: '2026-11-01T10:00:00Z' } },
        ),
      ]}
    />,
  )
  const row = (place: number) => within(screen.getAllByRole('listitem')[place] as HTMLElement)
  expect(row(0).getByText('Low stock')).toBeTruthy()
  expect(row(1).getByText('Blurred')).toBeTruthy()
  expect(row(1).queryByRole('button', { name: /Take off sale/ })).toBeNull()
  expect(row(2).getByText('Changes waiting for approval')).toBeTruthy()
  expect(row(2).getByRole('button', { name: 'Back on sale: Dove' })).toBeTruthy()
})

test('StoreProductList selects a product and takes it off sale with the version that was shown', async () => {
  const sent: unknown[] = []
  shopServer.use(
    http.patch('*/api/product/a', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, code: 'x', message: 'x', product: soap })
    }),
  )
  const selected: [string, boolean][] = []
  const { user } = renderUi(
    <StoreProductList
      rows={[soap]}
      selected={new Set()}
      onSelect={(id, on) => selected.push([id, on])}
    />,
  )
  await user.click(screen.getByRole('checkbox', { name: 'Select Soap' }))
  expect(selected).toEqual([['a', true]])
  await user.click(screen.getByRole('button', { name: 'Take off sale: Soap' }))
  await expect.poll(() => sent).toEqual([{ version: 7, off_sale: true }])
})
