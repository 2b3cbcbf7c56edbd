import './app/engine-shims'
import './lib/i18n-sync'
import './app/all-routes'

import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from './lib/query/QueryClientProvider'
import { StaticRouter } from './lib/router'
import { App } from './app/App'
import { makeQueryClient } from './app/query-client'
import { ScreenChunks } from './app/screen-chunks'
import { serverScreens } from './app/server-screens'
import type { Lang } from './lib/i18n'
import { type PageData, seedQueries } from './lib/page-data'

const chunks = new ScreenChunks()
for (const [chunk, screen] of Object.entries(serverScreens)) chunks.put(chunk, screen)

/**
 * Renders the inside of the root element. `address` is path and query, `data` the page data as the
 * document carries them. Nothing else goes in, and nothing is stored from one call to the next.
 */
function renderPage(lang: Lang, address: string, data: string): string {
  const parsed = JSON.parse(data) as PageData
  // The cache has what the document carries. Queries begin in effects, which never run here.
  const client = makeQueryClient()
  seedQueries(client, parsed)
  return renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter at={address}>
        <App lang={lang} data={parsed} chunks={chunks} />
      </StaticRouter>
    </QueryClientProvider>,
  )
}

Reflect.set(globalThis, 'renderPage', renderPage)
