import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { aStore, oneStore } from '../../test-setup/store-server'
import { SoldBy } from './SoldBy'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

test('SoldBy names the store with the way to it', async () => {
  shopServer.use(oneStore(aStore({ id: 's1', name: 'Cedar', city: 'Hamra' })))
  const { container } = renderUi(<SoldBy store="s1" />)
  const link = await screen.findByRole('link', { name: 'Cedar' })
  expect(link.getAttribute('href')).toBe('/store/s1')
  expect(container.textContent).toContain('Sold by Cedar, Hamra')
})

test('SoldBy says nothing of what the shop itself sells', () => {
  const { container } = renderUi(<SoldBy store={undefined} />)
  expect(container.textContent).toBe('')
})
