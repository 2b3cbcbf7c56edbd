import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PageData } from '../lib/page-data'
import { aProduct, shopServer } from '../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const data: PageData = {
  notFound: false,
  answers: {
    '/api/product/all?limit=24': { body: [aProduct()], total: 1, maxPrice: 4 },
    '/api/product/discounted-products-home': { body: [aProduct({ id: 'b', discount: 10 })] },
  },
}

/** The shop's modules as a build for the server or for the browser has them, with Home loaded. */
async function build(forServer: boolean) {
  vi.stubEnv('SSR', forServer)
  vi.resetModules()
  await import('../lib/i18n-sync')
  const { ScreenChunks } = await import('./screen-chunks')
  const { rowOf } = await import('./intent')
  const chunks = new ScreenChunks()
  const row = rowOf('/')
  if (row === undefined) throw new Error('no row for Home')
  await chunks.load(row)
  return chunks
}

async function serverHtml(lang: 'english' | 'arabic'): Promise<string> {
  const chunks = await build(true)
  const { App } = await import('./App')
  return renderToString(
    <StaticRouter location="/">
      <App lang={lang} data={data} chunks={chunks} />
    </StaticRouter>,
  )
}

test.each(['english', 'arabic'] as const)(
  'Home in %s is drawn without a query cache, and the browser takes it over unchanged',
  async (lang) => {
    const root = document.createElement('div')
    root.innerHTML = await serverHtml(lang)
    document.body.append(root)
    expect(root.textContent).toContain(lang === 'arabic' ? 'بنادول 500 ملغ' : 'Panadol 500 mg')
    // The page's policy forbids inline styles.
    expect(root.querySelector('[style]')).toBeNull()

    const chunks = await build(false)
    const { ClientApp } = await import('./ClientApp')
    const { makeQueryClient } = await import('./query-client')
    const { seedQueries } = await import('../lib/page-data')
    const client = makeQueryClient()
    seedQueries(client, data)
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
    await act(async () => mounted.unmount())
    root.remove()
    vi.unstubAllEnvs()
  },
)
