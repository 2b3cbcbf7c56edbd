import { answer, api, forgetCsrfToken } from '../../lib/api'
import type { Query } from '../../lib/query/query'
import type { QueryClient } from '../../lib/query/query-client'
import { noteAuthenticated, setSessionMessage } from '../../lib/session-message'
import { removeAllItems } from '../../lib/session-storage'
import { notifyTabs } from '../../lib/tabs'
import { clearWorkerCaches } from '../../lib/worker'
import { becomeVisitor, isPersonal, sessionKey, sessionQuery } from './api'

const [SESSION] = sessionKey

/** Tells the page that someone signed in: who it is and what is theirs is asked again. */
export async function beginSession(client: QueryClient): Promise<void> {
  forgetCsrfToken()
  noteAuthenticated(true)
  try {
    await client.fetchQuery({ ...sessionQuery(), staleTime: 0, retry: false })
  } catch {
    // Somebody is signed in, that much the server said; who it is, is asked until it is known.
    void client.resetQueries({ queryKey: sessionKey })
  }
  // Only now: what the page rendered meanwhile may have put the visitor's counts back.
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

/** Signs out on the server, then here; when the server refuses, nothing changes. */
export async function signOut(client: QueryClient): Promise<void> {
  await answer(api.POST('/api/user/logout'))
  leaveBrowser(client)
}

/**
 * The one way out, for signing out here or everywhere and for deleting the account: nothing of the
 * person stays in this browser, in other tabs or with the service worker.
 */
export function leaveBrowser(client: QueryClient): void {
  forgetPerson(client)
  setSessionMessage('You have been logged out')
  clearWorkerCaches()
  notifyTabs({ about: 'left' })
}

/** Forgets what this tab knows of the person: drafts, answers, changes under way. */
export function forgetPerson(client: QueryClient): void {
  removeAllItems()
  becomeVisitor(client)
  client.getMutationCache().clear()
  // What is public may have been answered to its owner; what is on screen is asked for anew later.
  client.removeQueries({ type: 'inactive', predicate: isOfPage })
  void client.invalidateQueries({ refetchType: 'none', predicate: isOfPage })
}

/** Everything but the session itself. */
function isOfPage(query: Query): boolean {
  return query.queryKey[0] !== SESSION
}
