import '../app/all-routes'

import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { QueryClientProvider } from '../lib/query/QueryClientProvider'
import { StaticRouter, useLocation } from '../lib/router'
import { App } from '../app/App'
import { ScreenChunks } from '../app/screen-chunks'
import { makeQueryClient } from '../app/query-client'
import type { Lang } from '../lib/i18n'
import { type PageData, seedQueries } from '../lib/page-data'

interface ShopOptions {
  lang?: Lang
  data?: PageData
  chunks?: ScreenChunks
}

const noData: PageData = { notFound: false, cards: 'page', answers: {} }

/** Opens the whole shop at an address; `address()` tells where one is now. */
export function renderShop(
  at: string,
  { lang = 'english', data = noData, chunks = new ScreenChunks() }: ShopOptions = {},
) {
  const client = makeQueryClient()
  seedQueries(client, data)
  let now = at
  function Watch() {
    const location = useLocation()
    now = location.pathname + location.search
    return null
  }
  const result = render(
    <QueryClientProvider client={client}>
      <StaticRouter at={at}>
        <App lang={lang} data={data} chunks={chunks} />
        <Watch />
      </StaticRouter>
    </QueryClientProvider>,
  )
  return { ...result, client, user: userEvent.setup(), address: () => now }
}
