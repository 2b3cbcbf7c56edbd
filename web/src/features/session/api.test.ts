import { afterEach, expect, test, vi } from 'vitest'
import { QueryClient } from '../../lib/query/query-client'
import { QueryObserver } from '../../lib/query/query-observer'
import { readItem, saveItem } from '../../lib/session-storage'
import { onTabMessage, type TabMessage } from '../../lib/tabs'
import { aUser } from '../../test-setup/shop-server'
import { endSession, type Session, sessionKey } from './api'
import { leaveBrowser } from './change'

afterEach(() => {
  sessionStorage.clear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A tab in which somebody is signed in, has typed an address and seen things of their own. */
function somebodysTab() {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  const session: Session = { state: 'user', user: aUser(), counts: { cart: 1 } }
  client.setQueryData(sessionKey, session)
  client.setQueryData(['orders'], ['an order'])
  saveItem('checkoutDraft', 'u1', { address: { street: 'Bliss', phone_nb: '70123456' } })
  saveItem('addressDraft', 'u1', { street: 'Bliss' })
  return client
}

function state(client: QueryClient) {
  return client.getQueryData<Session>(sessionKey)?.state
}

test('leaving empties drafts, answers, the worker and other tabs', async () => {
  const postMessage = vi.fn<(message: unknown) => void>()
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { controller: { postMessage } },
  })
  const others = new BroadcastChannel('dawa')
  const heard = new Promise<TabMessage>((resolve) => {
    others.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => resolve(data))
  })
  const client = somebodysTab()
  leaveBrowser(client)

  expect(Object.keys(sessionStorage)).toEqual(['sessionMessage'])
  expect(state(client)).toBe('visitor')
  expect(client.getQueryData(['orders'])).toBeUndefined()
  expect(postMessage).toHaveBeenCalledWith({ type: 'clear' })
  expect(await heard).toEqual({ about: 'left' })
  others.close()
})

test('leaving takes what is personal off the screen and asks again as a visitor', async () => {
  const client = somebodysTab()
  const answers = ['the answer to a visitor', 'the answer to its owner']
  const observer = new QueryObserver<string | undefined>(
    client,
    client.withDefaults({
      queryKey: ['store'],
      queryFn: () => answers.pop(),
      meta: { personal: true },
    }),
  )
  const shown: unknown[] = []
  const stop = observer.subscribe(() => shown.push(observer.getResult().data))
  await vi.waitFor(() => expect(shown.at(-1)).toBe('the answer to its owner'))
  leaveBrowser(client)
  expect(client.getQueryData(['store'])).toBeUndefined()
  await vi.waitFor(() => expect(shown.at(-1)).toBe('the answer to a visitor'))
  expect(shown).toContain(undefined)
  stop()
})

test('a session that ended by itself keeps what was typed for its owner', () => {
  const stop = onTabMessage(() => {})
  const client = somebodysTab()
  endSession(client)
  expect(state(client)).toBe('visitor')
  expect(readItem('addressDraft', 'u1')).toEqual({ street: 'Bliss' })
  stop()
})
