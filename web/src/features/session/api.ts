import {
  QueryClientContext,
  type Query,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useContext } from 'react'
import type { components } from '../../generated/api'
import { answer, api, forgetCsrfToken } from '../../lib/api'
import { removeAllItems } from '../../lib/session-storage'
import { setSessionMessage, noteAuthenticated } from '../../lib/session-message'
import { notifyTabs } from '../../lib/tabs'

/** The signed-in person, as the status call describes them. */
export type User = components['schemas']['User']

/** How many things the header's badges show; undefined when the server did not say. */
interface Counts {
  cart: number | undefined
  wishlist: number | undefined
}

/** Who is looking: not known yet, nobody signed in, or a person. */
export type Session =
  | { state: 'loading' }
  | { state: 'visitor'; counts: Counts }
  | { state: 'user'; user: User; counts: Counts }

const loading: Session = { state: 'loading' }
const visitor: Session = { state: 'visitor', counts: { cart: undefined, wishlist: undefined } }

/** Key of the session query. */
export const sessionKey = ['session'] as const

/** Asks once who is looking; a status that cannot be had means nobody. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session> => {
      const session = await fetchSession(signal)
      noteAuthenticated(session.state === 'user')
      return session
    },
    staleTime: Infinity,
    retry: false,
  })

async function fetchSession(signal: AbortSignal): Promise<Session> {
  const status = await answer(api.GET('/api/user/status', { signal })).catch(() => null)
  if (status === null) return visitor
  const counts = { cart: status.cartLength, wishlist: status.wishlistLength }
  return status.authenticated && status.user !== null
    ? { state: 'user', user: status.user, counts }
    : { state: 'visitor', counts }
}

function useSessionOnClient(): Session {
  return useQuery(sessionQuery()).data ?? loading
}

/** Who is looking. While the server renders nobody is known, and the first paint shows the same. */
export const useSession: () => Session = import.meta.env.SSR ? () => loading : useSessionOnClient

/** Asks again who is looking, after something about them changed. */
export function useRefreshSession(): () => Promise<void> {
  const client = useContext(QueryClientContext)
  return async () => {
    await client?.invalidateQueries({ queryKey: sessionKey })
  }
}

/** Tells the page that nobody is signed in any more, and forgets what belonged to that person. */
export function endSession(client: QueryClient): void {
  forgetCsrfToken()
  noteAuthenticated(false)
  client.setQueryData<Session>(sessionKey, visitor)
  client.removeQueries({ predicate: isPersonal })
  notifyTabs({ about: 'session' })
}

/** Tells the page that someone signed in: who it is and what is theirs is asked again. */
export async function beginSession(client: QueryClient): Promise<void> {
  forgetCsrfToken()
  noteAuthenticated(true)
  await client.refetchQueries({ queryKey: sessionKey })
  // Only now: what the page drew meanwhile may have put the visitor's counts back.
  client.removeQueries({ predicate: isPersonal })
  notifyTabs({ about: 'session' })
}

/** Follows what another tab did: who is signed in and what is theirs is asked again. */
export async function followSession(client: QueryClient): Promise<void> {
  forgetCsrfToken()
  await client.refetchQueries({ queryKey: sessionKey })
  client.removeQueries({ predicate: isPersonal, type: 'inactive' })
  await client.invalidateQueries({ predicate: isPersonal })
}

function isPersonal(query: Query): boolean {
  return query.meta?.['personal'] === true
}

/** Signs out on the server, then here; when the server refuses, nothing changes. */
export function useSignOut(): () => Promise<boolean> {
  const client = useContext(QueryClientContext)
  return async () => {
    try {
      await answer(api.POST('/api/user/logout'))
    } catch {
      return false
    }
    removeAllItems()
    setSessionMessage('You have been logged out')
    if (client !== undefined) endSession(client)
    return true
  }
}
