import { useContext, useEffect, useRef, useState } from 'react'
import { type Navigator, UNSAFE_NavigationContext as NavigationContext } from 'react-router'

/** The question whether to leave, and how it is answered. */
export interface LeaveGuard {
  /** Somebody is about to leave and has not answered yet. */
  asking: boolean
  leave: () => void
  stay: () => void
  /** Lets the next step pass without a question: everything is saved. */
  release: () => void
}

/** Signing in again is never held up: what was typed waits for the person who comes back. */
const FREE = '/user/login'

/**
 * Holds back every way out of a screen while something is unsaved: links, the shop's own steps,
 * the browser's Back, and (in the browser's own words) reloading or closing the tab.
 */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const { navigator } = useContext(NavigationContext)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const released = useRef(false)

  useEffect(() => {
    if (!unsaved) return
    released.current = false
    const isFree = () => released.current
    const hold = (go: () => void) => setWaiting(() => go)
    const letStepsPass = holdSteps(navigator, isFree, hold)
    const letBackPass = holdBack(isFree, hold)
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      letStepsPass()
      letBackPass()
      window.removeEventListener('beforeunload', warn)
    }
  }, [unsaved, navigator])

  return {
    asking: waiting !== null,
    leave: () => {
      released.current = true
      setWaiting(null)
      waiting?.()
    },
    stay: () => setWaiting(null),
    release: () => {
      released.current = true
    },
  }
}

type Hold = (go: () => void) => void

/** Keeps links and the shop's own steps from being taken, and hands over how to take them. */
function holdSteps(navigator: Navigator, isFree: () => boolean, hold: Hold): () => void {
  const push = navigator.push.bind(navigator)
  const replace = navigator.replace.bind(navigator)
  const held =
    (go: Navigator['push']): Navigator['push'] =>
    (to, ...rest) => {
      const path = typeof to === 'string' ? to : (to.pathname ?? '')
      if (isFree() || path.startsWith(FREE)) go(to, ...rest)
      else hold(() => go(to, ...rest))
    }
  Object.assign(navigator, { push: held(push), replace: held(replace) })
  return () => void Object.assign(navigator, { push, replace })
}

/** Undoes a step through the history before the router hears of it, and hands over how to redo it. */
function holdBack(isFree: () => boolean, hold: Hold): () => void {
  const here = placeInHistory()
  let undoing = false
  function onPop(event: PopStateEvent) {
    if (undoing) {
      undoing = false
      event.stopImmediatePropagation()
      return
    }
    const there = placeInHistory()
    if (isFree() || here === null || there === null || here === there) return
    event.stopImmediatePropagation()
    undoing = true
    window.history.go(here - there)
    hold(() => window.history.go(there - here))
  }
  // In the capture phase: the router has been listening for longer.
  window.addEventListener('popstate', onPop, { capture: true })
  return () => window.removeEventListener('popstate', onPop, { capture: true })
}

function placeInHistory(): number | null {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null
  return typeof state.idx === 'number' ? state.idx : null
}
