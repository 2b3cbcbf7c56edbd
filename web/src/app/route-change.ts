import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { MAIN_ID } from '../features/layout/SkipLink'
import { clearSessionMessage } from '../lib/session-message'

/**
 * What a browser does when a page is opened, for addresses that change without one: the view goes
 * to the top, or back to where it was; the focus goes to the new content; a message that was shown
 * on Home does not come again.
 */
export function useRouteChange(): void {
  const location = useLocation()
  const kind = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const before = useRef(location)

  useEffect(() => {
    // The browser restores a reloaded page itself; between screens it cannot know their height.
    const toManual = () => (window.history.scrollRestoration = 'manual')
    const toAuto = () => (window.history.scrollRestoration = 'auto')
    toManual()
    window.addEventListener('pageshow', toManual)
    window.addEventListener('pagehide', toAuto)
    return () => {
      window.removeEventListener('pageshow', toManual)
      window.removeEventListener('pagehide', toAuto)
    }
  }, [])

  useEffect(() => {
    const remember = () => positions.current.set(location.key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [location.key])

  useLayoutEffect(() => {
    const from = before.current
    before.current = location
    if (from.key === location.key) return
    const anchor = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    if (anchor !== null) anchor.scrollIntoView()
    else if (kind === NavigationType.Pop)
      window.scrollTo({ top: positions.current.get(location.key) ?? 0 })
    else if (from.pathname !== location.pathname) window.scrollTo({ top: 0 })
    if (from.pathname === location.pathname) return
    if (from.pathname === '/') clearSessionMessage()
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [location, kind])
}
