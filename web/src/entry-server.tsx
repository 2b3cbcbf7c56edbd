import './app/engine-shims'
import './lib/i18n-sync'

import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app/App'
import { ScreenChunks } from './app/screen-chunks'
import { serverScreens } from './app/server-screens'
import type { Lang } from './lib/i18n'
import type { PageData } from './lib/page-data'

const chunks = new ScreenChunks()
for (const [chunk, screen] of Object.entries(serverScreens)) chunks.put(chunk, screen)

/**
 * Draws the inside of the root element. `address` is path and query, `data` the page data as the
 * document carries them. Nothing else goes in, and nothing is kept from one call to the next.
 */
function drawPage(lang: Lang, address: string, data: string): string {
  const parsed = JSON.parse(data) as PageData
  return renderToString(
    <StaticRouter location={address}>
      <App lang={lang} data={parsed} chunks={chunks} />
    </StaticRouter>,
  )
}

Reflect.set(globalThis, 'drawPage', drawPage)
