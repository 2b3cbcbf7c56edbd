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
  const held = useRef(false)
  const onStep = useRef(false)

  useEffect(() => {
    held.current = unsaved
    if (!unsaved) return
    standOnStep()
    onStep.current = true
    const letStepsPass = holdSteps(
      navigator,
      () => !held.current,
      (go) => setWaiting(() => go),
    )
    const warn = (event: BeforeUnloadEvent) => {
      if (held.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      letStepsPass()
      window.removeEventListener('beforeunload', warn)
    }
  }, [unsaved, navigator])

  useEffect(() => {
    onStep.current = isStep()
    function onPop() {
      const wasOnStep = onStep.current
      onStep.current = isStep()
      if (onStep.current || !wasOnStep) return
      // Without anything to lose the step is none: Back goes where it was meant to.
      if (held.current) setWaiting(() => goBack)
      else goBack()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  return {
    asking: waiting !== null,
    leave: () => {
      held.current = false
      setWaiting(null)
      waiting?.()
    },
    stay: () => {
      setWaiting(null)
      standOnStep()
      onStep.current = true
    },
    release: () => {
      held.current = false
    },
  }
}

/**
 * Nobody can hold the browser's Back, so there is a step to go back from first: a second entry for
 * the same address, which the router takes for the one it knows.
 */
const STEP = 'leaveGuard'

function isStep(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && STEP in state
}

function standOnStep(): void {
  if (!isStep()) window.history.pushState({ ...window.history.state, [STEP]: true }, '')
}

const goBack = () => window.history.back()

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
