import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { QueryClientProvider } from '../lib/query/QueryClientProvider'
import type { QueryClient } from '../lib/query/query-client'
import { browserHistory, type Location, Router, useLocation, useNavigate } from '../lib/router'
import type { NoticeState } from '../features/layout/notice'
import { endSession } from '../features/session/api'
import { signInPath } from '../features/session/next-path'
import { whenSignedOut } from '../lib/api'
import { reloadIfStale } from '../lib/build'
import type { Lang } from '../lib/i18n'
import type { PageData } from '../lib/page-data'
import { App } from './App'
import type { PreHydrationInput } from './pre-hydration-input'
import type { ScreenChunks } from './screen-chunks'
import { useRouteChange } from './route-change'

interface ClientAppProps {
  lang: Lang
  data: PageData
  chunks: ScreenChunks
  client: QueryClient
  /** What was done to the served page before. */
  early?: PreHydrationInput
}

/**
 * The shop in a browser: with its address bar, its query cache and its session. Nothing stands
 * beside App in here: a neighbour would shift the ids that the server wrote.
 */
export function ClientApp({ client, ...rest }: ClientAppProps) {
  return (
    <QueryClientProvider client={client}>
      <AddressBar>
        <LiveApp client={client} {...rest} />
      </AddressBar>
    </QueryClientProvider>
  )
}

/** The router of a browser's address bar. */
function AddressBar({ children }: { children: ReactNode }) {
  const [history] = useState(browserHistory)
  const shown = useRef(history.place().location.pathname)
  // After a deploy the next screen is loaded as a page of the new build.
  const stop = useCallback(({ pathname }: Location) => {
    if (pathname !== shown.current && reloadIfStale()) return true
    shown.current = pathname
    return false
  }, [])
  return (
    <Router history={history} stop={stop}>
      {children}
    </Router>
  )
}

function LiveApp({ client, lang, data, chunks, early }: ClientAppProps) {
  useLayoutEffect(() => early?.hold(), [early])
  useEffect(() => early?.release(), [early])
  useRouteChange()
  useSignInWhenSessionEnds(client)
  return <App lang={lang} data={data} chunks={chunks} />
}

/** When a call finds the session gone, asks to sign in and comes back to this address. */
function useSignInWhenSessionEnds(client: QueryClient): void {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    whenSignedOut(() => {
      endSession(client)
      const state: NoticeState = { notice: { tone: 'info', key: 'access.login_needed' } }
      navigate(signInPath(location.pathname + location.search), { state })
    })
  }, [client, navigate, location])
}
