import { act, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '../lib/query/QueryClientProvider'
import { StaticRouter } from '../lib/router'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Session, sessionKey } from '../features/session/api'
import { type PageData, seedQueries } from '../lib/page-data'
import { aProduct, aUser, shopServer } from '../test-setup/shop-server'
import { App } from './App'
import { ClientApp } from './ClientApp'
import { rowOf } from './route-table'
import { makeQueryClient } from './query-client'
import { ScreenChunks } from './screen-chunks'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const data: PageData = {
  notFound: false,
  answers: {
    '/api/product/all?limit=12': { body: [aProduct()], total: 1, maxPrice: 4 },
    '/api/product/discounted-products-home': { body: [aProduct({ id: 'b', discount: 10 })] },
  },
}

/** Home as the server renders it, and a hydration of it that tells what React complained about. */
async function takenOver(lang: 'english' | 'arabic', session?: Session) {
  const row = rowOf('/')
  if (row === undefined) throw new Error('no row for Home')
  const chunks = new ScreenChunks()
  await chunks.load(row)

  const root = document.createElement('div')
  root.innerHTML = renderToString(
    <QueryClientProvider client={seeded()}>
      <StaticRouter at="/">
        <App lang={lang} data={data} chunks={chunks} />
      </StaticRouter>
    </QueryClientProvider>,
  )
  document.body.append(root)
  // The page's policy forbids inline styles.
  expect(root.querySelector('[style]')).toBeNull()

  const client = seeded()
  if (session !== undefined) client.setQueryData(sessionKey, session)
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const differences = vi.fn<(difference: unknown) => void>()
  const heading = root.querySelector('h1')
  const mounted = await act(async () =>
    hydrateRoot(root, <ClientApp lang={lang} data={data} chunks={chunks} client={client} />, {
      onRecoverableError: differences,
    }),
  )
  expect(differences).not.toHaveBeenCalled()
  expect(complaints).not.toHaveBeenCalled()
  expect(root.querySelector('h1')).toBe(heading)
  onTestFinished(async () => {
    await act(async () => mounted.unmount())
    root.remove()
  })
  return root
}

function seeded() {
  const client = makeQueryClient()
  seedQueries(client, data)
  return client
}

test.each(['english', 'arabic'] as const)(
  'Home in %s is rendered from the seeded query cache, and the browser takes it over unchanged',
  async (lang) => {
    const home = await takenOver(lang)
    expect(home.textContent).toContain(lang === 'arabic' ? 'بنادول 500 ملغ' : 'Panadol 500 mg')
  },
)

test('an answer about the person that is there first waits until the page is taken over', async () => {
  const user = aUser({ wishlist: [aProduct().id] })
  const root = await takenOver('english', { state: 'user', user, counts: { cart: 2 } })
  const home = within(root)
  expect(home.getAllByRole('link', { name: 'Cart, 2 products' })[0]).toBeTruthy()
  expect(home.getAllByRole('button', { name: 'Remove from wishlist' })[0]).toBeTruthy()
})
