import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

/**
 * The part of a router that the shop uses: an address that components read and change. Which screen
 * belongs to an address is the route table's to say (app/route-table.ts).
 */

/** Where one is. */
export interface Location {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** With its hash sign, or empty. */
  hash: string
  /** What the screen before handed over. */
  state: unknown
  /** Tells one entry of the history from another. */
  key: string
}

/** How one came here: by Back, Forward or opening the page; by a link; or in place of the entry before. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

interface Place {
  location: Location
  action: NavigationType
}

/** The entries that Back and Forward go through. */
export interface RouterHistory {
  place: () => Place
  /** Goes to an address from the shop's root; `replace` takes the place of the entry one is on. */
  go: (to: string, options?: NavigateOptions) => void
  /** Calls back after every step until the returned function is called. */
  listen: (listener: (place: Place) => void) => () => void
}

interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

type Params = Readonly<Record<string, string>>

const HistoryContext = createContext<RouterHistory | null>(null)
const PlaceContext = createContext<Place | null>(null)
const ParamsContext = createContext<Params>({})

/** Where one is. */
export function useLocation(): Location {
  return usePlace().location
}

/** How one came here. */
export function useNavigationType(): NavigationType {
  return usePlace().action
}

/** Goes to another address; the function stays the same from one render to the next. */
export function useNavigate(): RouterHistory['go'] {
  const history = use(HistoryContext)
  if (history === null) throw new Error('useNavigate outside a router')
  return history.go
}

/** The parts of the address that the path of the route names, decoded. */
export function useParams(): Partial<Params> {
  return use(ParamsContext)
}

function usePlace(): Place {
  const place = use(PlaceContext)
  if (place === null) throw new Error('useLocation outside a router')
  return place
}

/** Hands the named parts of the address to what is inside. */
export function ParamsProvider({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>
}

/** Goes somewhere else as soon as it is rendered. */
export function Navigate({ to, ...options }: { to: string } & NavigateOptions): null {
  const go = useNavigate()
  // Once: where it leads is decided by what was rendered first.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => go(to, options), [go, to])
  return null
}

/**
 * A router on a history. `stop` is asked at each step; where it answers true, the step is not shown
 * because the page is about to be left.
 */
export function Router({
  history,
  stop,
  children,
}: {
  history: RouterHistory
  stop?: (next: Location) => boolean
  children: ReactNode
}) {
  const [place, setPlace] = useState(history.place)
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (stop?.(next.location) !== true) setPlace(next)
      }),
    [history, stop],
  )
  return (
    <HistoryContext value={history}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </HistoryContext>
  )
}

/** A router that stays where it begins: the page renderer's. */
export function StaticRouter({ at, children }: { at: string; children: ReactNode }) {
  const history = useMemo(() => memoryHistory(at), [at])
  return <Router history={history}>{children}</Router>
}

/** The history of the browser. The layout of an entry's state is read by lib/navigation-state.ts too. */
export function browserHistory(): RouterHistory {
  let action: NavigationType = 'POP'
  const listeners = new Set<(place: Place) => void>()
  const place = (): Place => {
    const { pathname, search, hash } = window.location
    const entry = window.history.state as { usr?: unknown; key?: string } | null
    return {
      action,
      location: { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' },
    }
  }
  const tell = (kind: NavigationType) => {
    action = kind
    for (const listener of listeners) listener(place())
  }
  window.addEventListener('popstate', () => tell('POP'))
  return {
    place,
    go(to, { replace = false, state } = {}) {
      const entry = { usr: state, key: newKey() }
      // What holds a navigation back (lib/leave-guard.ts) leaves the address as it is: it is read again.
      if (replace) window.history.replaceState(entry, '', to)
      else window.history.pushState(entry, '', to)
      tell(replace ? 'REPLACE' : 'PUSH')
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A history without a browser, for the page renderer and the tests. */
export function memoryHistory(at: string): RouterHistory {
  let place: Place = { action: 'POP', location: parse(at, null, 'default') }
  const listeners = new Set<(place: Place) => void>()
  return {
    place: () => place,
    go(to, { replace = false, state } = {}) {
      place = { action: replace ? 'REPLACE' : 'PUSH', location: parse(to, state, newKey()) }
      for (const listener of listeners) listener(place)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

function parse(address: string, state: unknown, key: string): Location {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return {
    pathname: pathname === '' ? '/' : pathname,
    search: search === '?' ? '' : search,
    hash: hash === '#' ? '' : hash,
    state: state ?? null,
    key,
  }
}

/**
 * The named parts of a path, or null where the path does not fit: `/order/:orderNb` fits `/order/7`
 * and gives `{orderNb: '7'}`; `*` fits everything. Case and a slash at the end do not matter.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const wanted = segments(pattern)
  const found = segments(pathname)
  if (wanted.length !== found.length) return null
  const params: Record<string, string> = {}
  for (const [place, name] of wanted.entries()) {
    const text = decode(found[place] ?? '')
    if (name.startsWith(':')) params[name.slice(1)] = text
    else if (name.toLowerCase() !== text.toLowerCase()) return null
  }
  return params
}

function segments(path: string): string[] {
  return path.replace(/^\/|\/+$/g, '').split('/')
}

/** A segment that is not encoded properly stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
