import './styles/index.css'

import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ClientApp } from './app/ClientApp'
import { PreHydrationInput } from './app/pre-hydration-input'
import { reportError, rootErrorHandlers, watchErrors } from './app/browser-errors'
import { loadFirstScreen } from './app/first-screen'
import { loadOnIntent } from './app/intent'
import { loadLaterRoutes } from './app/route-table'
import { ScreenChunks } from './app/screen-chunks'
import { makeQueryClient } from './app/query-client'
import { watchVitals } from './lib/analytics'
import { loadChunk } from './lib/chunk'
import { documentLang, loadCatalogue } from './lib/i18n'
import { readPageData, refetchServed, seedQueries } from './lib/page-data'
import type { QueryClient } from './lib/query/query-client'

async function start(root: HTMLElement): Promise<void> {
  if (import.meta.env.DAWA_BUILD !== '') root.dataset.build = import.meta.env.DAWA_BUILD
  const lang = documentLang()
  const data = readPageData()
  const client = makeQueryClient()
  seedQueries(client, data)

  // The first screen is rendered whole: its messages and its chunk come before React begins.
  const chunks = new ScreenChunks(() => loadCatalogue(documentLang()))
  const input = new PreHydrationInput(root)
  const rendered = root.hasChildNodes()
  await loadFirstScreen(chunks, { rendered, input })

  const app = (
    <StrictMode>
      <ClientApp lang={lang} data={data} chunks={chunks} client={client} early={input} />
    </StrictMode>
  )
  // In small steps: whoever touches the page meanwhile does not wait for all of it.
  if (rendered) startTransition(() => void hydrateRoot(root, app, rootErrorHandlers))
  else createRoot(root, rootErrorHandlers).render(app)

  loadOnIntent(chunks)
  setTimeout(() => void watchVitals().catch(() => {}), 0)
  setTimeout(() => void watchLine(client).catch(() => {}), 0)
  setTimeout(() => void storeForLater().catch(() => {}), 2000)
}

/** Hears whether the shop answers, and asks again for what was shown as a stored copy. */
async function watchLine(client: QueryClient): Promise<void> {
  const { watchConnection } = await loadChunk('after-alive', () => import('./lib/connection'))
  watchConnection(() => void refetchServed(client))
}

/**
 * Once everything else is there: fetches the list of the screens that may come, and lets what was seen be stored for
 * moments without a connection.
 */
async function storeForLater(): Promise<void> {
  await loadLaterRoutes()
  const { startServiceWorker } = await import('./app/service-worker')
  await startServiceWorker()
}

watchErrors()
const root = document.getElementById('root')
if (root !== null) {
  // A task of its own: evaluating the modules has kept the page from answering long enough.
  setTimeout(() => {
    start(root).catch((failure: unknown) => reportError('script', failure))
  })
}
