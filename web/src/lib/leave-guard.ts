import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from './router'

/** The question whether to leave, and how it is answered. */
export interface LeaveGuard {
  /** Somebody is about to leave and has not answered yet. */
  asking: boolean
  leave: () => void
  stay: () => void
  /** Lets the next navigation pass without a question: everything is saved. */
  release: () => void
}

/** Signing in again is never held up: the draft waits for the person who comes back. */
const SIGN_IN = '/user/login'

/**
 * Asks before a screen with unsaved changes is left. Where the browser has the Navigation API, it
 * holds every way out: links, the shop's own navigation and the browser's Back. Elsewhere it holds
 * links only. Reloading or closing the tab is asked about by the browser itself.
 */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const held = useRef(false)

  useEffect(() => {
    held.current = unsaved
    if (!unsaved) return
    const hold: Hold = {
      isHeld: (path) => held.current && path !== pathname && !path.startsWith(SIGN_IN),
      ask: (go) => setWaiting(() => go),
      go: (address) => navigate(address),
    }
    const api = navigationApi()
    const letGo = api === undefined ? holdLinks(hold) : holdNavigation(api, hold)
    const warn = (event: BeforeUnloadEvent) => {
      if (held.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      letGo()
      window.removeEventListener('beforeunload', warn)
    }
  }, [unsaved, navigate, pathname])

  return {
    asking: waiting !== null,
    leave: () => {
      held.current = false
      setWaiting(null)
      waiting?.()
    },
    stay: () => setWaiting(null),
    release: () => {
      held.current = false
    },
  }
}

interface Hold {
  /** Whether going to this path has to be asked about. */
  isHeld: (path: string) => boolean
  /** Asks; `go` goes on with what was held. */
  ask: (go: () => void) => void
  go: (address: string) => void
}

/** What is used of the browser's Navigation API; TypeScript's own library does not know it yet. */
interface NavigationApi {
  addEventListener: (type: 'navigate', listener: (event: NavigateEvent) => void) => void
  removeEventListener: (type: 'navigate', listener: (event: NavigateEvent) => void) => void
  traverseTo: (key: string) => { finished: Promise<unknown>; committed: Promise<unknown> }
}

interface NavigateEvent extends Event {
  navigationType: 'push' | 'replace' | 'reload' | 'traverse'
  destination: { url: string; key: string; sameDocument: boolean }
}

function navigationApi(): NavigationApi | undefined {
  return (window as { navigation?: NavigationApi }).navigation
}

function holdNavigation(api: NavigationApi, { isHeld, ask, go }: Hold): () => void {
  function onNavigate(event: NavigateEvent) {
    const { url, key, sameDocument } = event.destination
    const { pathname, search, hash } = new URL(url)
    // A navigation that loads another document is asked about by beforeunload.
    if (!event.cancelable || !sameDocument || !isHeld(pathname)) return
    event.preventDefault()
    if (event.navigationType === 'traverse') ask(() => void ignoreFailure(api.traverseTo(key)))
    else ask(() => go(pathname + search + hash))
  }
  api.addEventListener('navigate', onNavigate)
  return () => api.removeEventListener('navigate', onNavigate)
}

/** A traversal that is called off rejects both promises; there is nothing to do then. */
async function ignoreFailure({ committed, finished }: ReturnType<NavigationApi['traverseTo']>) {
  await Promise.allSettled([committed, finished])
}

function holdLinks({ isHeld, ask, go }: Hold): () => void {
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    const otherTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
    if (otherTab || !['', '_self'].includes(link.target) || !isHeld(link.pathname)) return
    event.preventDefault()
    event.stopPropagation()
    ask(() => go(link.pathname + link.search + link.hash))
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
