import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useLocation,
  useNavigate,
} from 'react-router'
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

/**
 * The router of a browser's address bar. The library's own stands in one file with its links and
 * forms, which every phone would load for nothing.
 */
function AddressBar({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setPlace] = useState({
    action: history.action,
    location: history.location,
  })
  const shown = useRef(location.pathname)
  useLayoutEffect(
    () =>
      history.listen((place) => {
        // After a deploy the next screen is loaded as a page of the new build.
        if (place.location.pathname !== shown.current && reloadIfStale()) return
        shown.current = place.location.pathname
        setPlace(place)
      }),
    [history],
  )
  return (
    // At once, not when there is time: a filter's box must be ticked when it is pressed.
    <Router navigator={history} navigationType={action} location={location} useTransitions={false}>
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
      void navigate(signInPath(location.pathname + location.search), { state })
    })
  }, [client, navigate, location])
}
