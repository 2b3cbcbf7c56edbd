import './styles/index.css'

import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ClientApp } from './app/ClientApp'
import { PreHydrationInput } from './app/pre-hydration-input'
import { loadOnIntent, rowOf } from './app/intent'
import { ScreenChunks } from './app/screen-chunks'
import { makeQueryClient } from './app/query-client'
import { showStartFailed } from './app/start-failed'
import { watchVitals } from './lib/analytics'
import { loadChunk } from './lib/chunk'
import { watchConnection } from './lib/connection'
import { documentLang, loadCatalogue } from './lib/i18n'
import { readPageData, refetchServed, seedQueries } from './lib/page-data'

async function start(root: HTMLElement): Promise<void> {
  const lang = documentLang()
  const data = readPageData()
  const client = makeQueryClient()
  seedQueries(client, data)

  // The first screen is drawn whole: its texts and its chunk come before React begins.
  const chunks = new ScreenChunks(() => loadCatalogue(documentLang()))
  const row = rowOf(location.pathname)
  await Promise.all([
    loadChunk(`texts-${lang}`, () => loadCatalogue(lang, 'first')),
    row === undefined ? undefined : chunks.load(row),
  ])

  const app = (
    <StrictMode>
      <ClientApp
        lang={lang}
        data={data}
        chunks={chunks}
        client={client}
        early={new PreHydrationInput(root)}
      />
    </StrictMode>
  )
  // In small steps: whoever touches the page meanwhile does not wait for all of it.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)

  loadOnIntent(chunks)
  setTimeout(() => void watchVitals().catch(() => {}), 0)
  watchConnection(() => void refetchServed(client))
  setTimeout(() => void keepForLater().catch(() => {}), 2000)
}

/** Once everything else is there: lets what was seen be kept for moments without a connection. */
async function keepForLater(): Promise<void> {
  const { startServiceWorker } = await import('./app/service-worker')
  await startServiceWorker()
}

const root = document.getElementById('root')
if (root !== null) start(root).catch(() => showStartFailed(root))
