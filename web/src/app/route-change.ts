import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from '../lib/router'
import { MAIN_ID } from '../features/layout/SkipLink'
import { clearSessionMessage } from '../lib/session-message'
import { onceReady } from './once-ready'

/** The screens on which a session message is read. */
const showsMessage = new Set(['/', '/user/order-history'])

/**
 * What a browser does when a page is opened, for addresses that change without one: the view goes
 * to the top, to the anchor, or back to where it was; the focus goes to the new content; a message
 * that was shown on a screen does not come again.
 */
export function useRouteChange(): void {
  const location = useLocation()
  const kind = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const shown = useRef<Location | null>(null)

  useBrowserScrollOnReload()

  useEffect(() => {
    const remember = () => {
      if (shown.current !== null) positions.current.set(shown.current.key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])

  useLayoutEffect(() => {
    const from = shown.current
    shown.current = location
    if (from?.key === location.key) return
    const otherScreen = from !== null && from.pathname !== location.pathname
    if (otherScreen) {
      if (showsMessage.has(from.pathname)) clearSessionMessage()
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    }
    if (location.hash !== '') return onceReady(() => scrollToAnchor(location.hash.slice(1)))
    if (from === null) return
    const position = positions.current.get(location.key)
    if (kind === 'POP' && position !== undefined) return onceReady(() => scrollTo(position))
    if (otherScreen) scrollTo(0)
  }, [location, kind])
}

/** Between screens the browser cannot know their height; a reloaded page it restores by itself. */
function useBrowserScrollOnReload(): void {
  useEffect(() => {
    const ours = () => (window.history.scrollRestoration = 'manual')
    const browsers = () => (window.history.scrollRestoration = 'auto')
    ours()
    window.addEventListener('pageshow', ours)
    window.addEventListener('pagehide', browsers)
    return () => {
      window.removeEventListener('pageshow', ours)
      window.removeEventListener('pagehide', browsers)
    }
  }, [])
}

function scrollTo(position: number): boolean {
  window.scrollTo({ top: position })
  return Math.abs(window.scrollY - position) < 2
}

function scrollToAnchor(id: string): boolean {
  const anchor = document.getElementById(id)
  anchor?.scrollIntoView()
  return anchor !== null
}
