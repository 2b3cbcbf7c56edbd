import type { components } from '../../generated/api'
import { answer, api, forgetCsrfToken } from '../../lib/api'
import { useCached } from '../../lib/cached'
import { ApiError, NETWORK } from '../../lib/errors'
import { useOnceHydrated } from '../../lib/hydrated'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import type { Query } from '../../lib/query/query'
import type { QueryClient } from '../../lib/query/query-client'
import { queryOptions } from '../../lib/query/query-options'
import { useQuery } from '../../lib/query/use-query'
import { noteAuthenticated } from '../../lib/session-message'
import { notifyTabs } from '../../lib/tabs'

/** The signed-in person, as the status call describes them. */
export type User = components['schemas']['User']

/** What the status call counts; undefined when the server did not say. */
interface Counts {
  cart: number | undefined
}

/**
 * Who is looking: not known yet, nobody signed in, or a person. Only an answer of the server moves
 * from one state to another; a call that fails leaves the state as it was.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'visitor'; counts: Counts }
  | { state: 'user'; user: User; counts: Counts }

const unknown: Session = { state: 'unknown' }
const visitor: Session = { state: 'visitor', counts: { cart: undefined } }

/** Key of the session query. */
export const sessionKey = ['session'] as const

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Twice as long after each failure, and no sooner than the server asked for. */
function waitAfter(failures: number, failure: Error): number {
  const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
}

/** Asks who is looking, again and again until there is an answer. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session> => {
      const session = await fetchSession(signal)
      noteAuthenticated(session.state === 'user')
      return session
    },
    staleTime: Infinity,
    retry: true,
    retryDelay: waitAfter,
  })

async function fetchSession(signal: AbortSignal): Promise<Session> {
  const status = await answer(api.GET('/api/user/status', { signal }))
  if (typeof status.authenticated !== 'boolean') throw new ApiError(502, NETWORK)
  const counts = { cart: status.cartLength }
  return status.authenticated && status.user !== null
    ? { state: 'user', user: status.user, counts }
    : { state: 'visitor', counts }
}

/** Who is looking. Unknown on the server, and in the browser until the page is hydrated. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery())
  return useOnceHydrated(data ?? unknown, unknown)
}

/** Whether somebody is known to be signed in. For parts of lists: whoever shows the page asks who is looking. */
export function useIsSignedIn(): boolean {
  return useCached((client) => client.getQueryData<Session>(sessionKey)?.state === 'user', false)
}

/** Whether the last attempt to ask who is looking failed; another one follows by itself. */
export function useSessionTrouble(): { trouble: boolean; retry: () => void } {
  const { failureCount, refetch } = useQuery(sessionQuery())
  return {
    trouble: useOnceHydrated(failureCount > 0, false),
    retry: () => void refetch({ cancelRefetch: true }),
  }
}

/** Asks again who is looking, after something about them changed. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionKey })
}

/**
 * Tells the page that the session ended by itself, on the server. What was typed stays for its
 * owner, who may sign in again and go on.
 */
export function endSession(client: QueryClient): void {
  becomeVisitor(client)
  notifyTabs({ about: 'session' })
}

/** Forgets on this page who was signed in, and what was answered to them. */
export function becomeVisitor(client: QueryClient): void {
  forgetCsrfToken()
  noteAuthenticated(false)
  // An answer that is still on its way was given before.
  void client.cancelQueries({ queryKey: sessionKey })
  client.setQueryData<Session>(sessionKey, visitor)
  client.removeQueries({ predicate: isPersonal, type: 'inactive' })
  emptyScreen(client, isPersonal)
}

/**
 * Takes what a screen shows away from it. Removing a query that is in use would leave its data on the
 * screen. Those screens that need a person are gone a moment later; the others ask again, as a visitor.
 */
function emptyScreen(client: QueryClient, predicate: (query: Query) => boolean): void {
  const active = { predicate, type: 'active' } as const
  for (const query of client.getQueryCache().findAll(active)) query.reset()
  setTimeout(() => void client.refetchQueries(active), 0)
}

/** Whether an answer is somebody's own. */
export function isPersonal(query: Query): boolean {
  return query.meta?.['personal'] === true
}
