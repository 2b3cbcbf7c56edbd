// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const code = readFileSync(join(import.meta.dirname, '../service-worker.js'), 'utf8')
const origin = 'https://shop.test'
const product = `${origin}/api/product/panadol`

type News = Record<string, unknown>
type Handler = (event: Record<string, unknown>) => void

/** A cache as the browser's, as far as the worker uses it. */
class FakeCache {
  readonly entries = new Map<string, Response>()

  match(key: string) {
    return Promise.resolve(this.entries.get(new URL(key, origin).href)?.clone())
  }
  async put(key: string, response: Response) {
    const body = await response.arrayBuffer()
    this.entries.set(new URL(key, origin).href, new Response(body, response))
  }
  delete(key: string) {
    return Promise.resolve(this.entries.delete(new URL(key, origin).href))
  }
  keys() {
    return Promise.resolve([...this.entries.keys()])
  }
}

/** The worker in a scope of its own, with a network that the test answers. */
function startWorker() {
  const stores = new Map<string, FakeCache>()
  const handlers = new Map<string, Handler>()
  const news: News[] = []
  const client = { id: 'page', postMessage: (data: News) => news.push(data) }
  const network = vi.fn<(request: unknown) => Promise<Response>>()
  const self = {
    serviceWorker: { state: 'activated' },
    registration: { installing: null as unknown, waiting: null as unknown },
    location: { origin },
    skipWaiting: vi.fn<() => void>(),
    clients: { get: () => Promise.resolve(client), claim: () => Promise.resolve() },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
  }
  const caches = {
    open: (name: string) => {
      const cache = stores.get(name) ?? new FakeCache()
      stores.set(name, cache)
      return Promise.resolve(cache)
    },
    match: (key: string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.match(key) ?? Promise.resolve(undefined),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    keys: () => Promise.resolve([...stores.keys()]),
  }
  const scope = { self, caches, fetch: network, Response, Headers, URL, setTimeout, clearTimeout }
  runInNewContext(code, { ...scope, Date, Promise, Symbol })

  async function dispatch(name: string, event: Record<string, unknown>) {
    const pending: unknown[] = []
    let answer: Promise<Response> | undefined
    handlers.get(name)?.({
      ...event,
      waitUntil: (promise: unknown) => pending.push(promise),
      respondWith: (promise: Promise<Response>) => (answer = promise),
    })
    return { answer, settled: () => drain(pending) }
  }
  return {
    network,
    news,
    stores,
    caches,
    /** Another version begins to store its files. */
    succeed: () => (self.registration.installing = {}),
    install: () => dispatch('install', {}),
    activate: () => dispatch('activate', {}),
    skipWaiting: self.skipWaiting,
    /** The last version is still in charge, or no longer. */
    wait: (waiting: boolean) => (self.registration.waiting = waiting ? {} : null),
    /** Another version takes over. */
    replace: () => (self.serviceWorker.state = 'redundant'),
    get: (url: string, mode = 'cors') =>
      dispatch('fetch', {
        request: { url, method: 'GET', mode },
        clientId: mode === 'navigate' ? '' : client.id,
        resultingClientId: mode === 'navigate' ? client.id : '',
      }),
    post: (data: News) => dispatch('message', { data, source: client, ports: [] }),
    stored: () => [...stores.values()].flatMap((cache) => Array.from(cache.entries.keys())),
  }
}

/** Work may add work: waits until none is left. */
async function drain(pending: unknown[]) {
  while (pending.length > 0) await pending.shift()
}

const answerOf = (body: string, cache = 'public, no-cache') =>
  new Response(body, { headers: { 'Cache-Control': cache, 'Content-Type': 'application/json' } })
const pageOf = (body: string, lang = 'en', cache = 'public, no-cache') =>
  new Response(body, {
    headers: { 'Cache-Control': cache, 'Content-Type': 'text/html', 'Content-Language': lang },
  })

let worker: ReturnType<typeof startWorker>
beforeEach(() => {
  vi.useFakeTimers()
  worker = startWorker()
})
afterEach(() => void vi.useRealTimers())

async function seen(url: string, answer: Response, mode?: string) {
  worker.network.mockImplementation(() => Promise.resolve(answer.clone()))
  const { answer: given, settled } = await worker.get(url, mode)
  const text = await (await given)?.text()
  await settled()
  return text
}

describe('what is stored', () => {
  test.each(['private, no-cache', 'no-cache', 'private, no-store', 'public, no-store', ''])(
    'an answer with Cache-Control %j is given and not stored',
    async (cache) => {
      expect(await seen(product, answerOf('"pending"', cache))).toBe('"pending"')
      expect(worker.stored()).toEqual([])
    },
  )

  test('a public answer is stored', async () => {
    await seen(product, answerOf('"panadol"'))
    expect(worker.stored()).toContain(product)
  })

  test('a page that came before this worker was in charge is stored once it says so', async () => {
    worker.network.mockImplementation(() => Promise.resolve(pageOf('home')))
    await (await worker.post({ type: 'loaded', address: `${origin}/`, files: [] })).settled()
    expect(worker.stored()).toContain(`${origin}/?stored-language=en`)
  })

  test('a page that came through this worker is not asked for again', async () => {
    await seen(`${origin}/`, pageOf('home'), 'navigate')
    worker.network.mockClear()
    await (await worker.post({ type: 'loaded', address: `${origin}/`, files: [] })).settled()
    expect(worker.network).not.toHaveBeenCalled()
  })

  test('a page that is somebody’s own is not stored', async () => {
    await seen(`${origin}/user/account`, pageOf('layla', 'en', 'private, no-store'), 'navigate')
    expect(worker.stored()).toEqual([])
  })
})

describe('between two versions', () => {
  test('an answer that arrives after the next version took over is not stored', async () => {
    worker.network.mockImplementation(() => Promise.resolve(answerOf('late')))
    const { answer, settled } = await worker.get(product)
    worker.replace()
    expect(await (await answer)?.text()).toBe('late')
    await settled()
    expect(worker.stored()).toEqual([])
  })

  test('a cache that was written while the next version took over is deleted', async () => {
    const plain = worker.caches.open
    worker.caches.open = async (name) => {
      worker.replace()
      return plain(name)
    }
    await seen(product, answerOf('late'))
    expect([...worker.stores.keys()].filter((name) => name.startsWith('seen-'))).toEqual([])
  })

  test('a worker that still waits asks again, until it is in charge', async () => {
    worker.network.mockRejectedValue(new TypeError('no line'))
    await (await worker.install()).settled()
    worker.wait(true)
    await vi.advanceTimersByTimeAsync(2500)
    expect(worker.skipWaiting).toHaveBeenCalledTimes(3)
    worker.wait(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(worker.skipWaiting).toHaveBeenCalledTimes(3)
  })

  test('looking for a copy makes no cache: the next version may have deleted it', async () => {
    await seen(product, answerOf('"pending"', 'private'))
    await seen(`${origin}/user/account`, pageOf('layla', 'en', 'private'), 'navigate')
    await seen(`${origin}/assets/a.js`, answerOf('', 'no-store'))
    expect([...worker.stores.keys()]).toEqual([])
  })

  test('whoever takes over deletes what the last version stored, whatever the registration says by then', async () => {
    await worker.caches.open('files-111111111111')
    worker.succeed()
    await (await worker.activate()).settled()
    expect([...worker.stores.keys()]).toEqual([])
  })

  test('what an earlier version left is deleted, what the next one has stored is not', async () => {
    await worker.caches.open('files-111111111111')
    await seen(`${origin}/`, pageOf('home'), 'navigate')
    expect([...worker.stores.keys()]).not.toContain('files-111111111111')
    worker.succeed()
    await worker.caches.open('files-222222222222')
    await seen(`${origin}/`, pageOf('home'), 'navigate')
    expect([...worker.stores.keys()]).toContain('files-222222222222')
  })

  test('a stored answer is replaced in one step, also when answers vary', async () => {
    const vary = { 'Cache-Control': 'public', 'Content-Type': 'application/json', Vary: 'Cookie' }
    await seen(product, new Response('one', { headers: vary }))
    const cache = [...worker.stores].find(([name]) => name.startsWith('seen-'))?.[1]
    const deleted = vi.spyOn(cache as FakeCache, 'delete')
    await seen(product, new Response('two', { headers: vary }))
    expect(deleted).not.toHaveBeenCalled()
    const [stored, ...rest] = cache?.entries.values() ?? []
    expect(rest).toEqual([])
    expect(await stored?.text()).toBe('two')
    expect(stored?.headers.get('Vary')).toBeNull()
  })
})

describe('clear', () => {
  test('forgets pages, answers and pictures', async () => {
    await seen(product, answerOf('"panadol"'))
    await seen(`${origin}/media/a.webp`, answerOf('picture', 'public, max-age=31536000'))
    await (await worker.post({ type: 'clear' })).settled()
    expect(worker.stored()).toEqual([])
  })

  test('an answer that was under way is not stored afterwards', async () => {
    let arrive: (answer: Response) => void = () => {}
    worker.network.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    const { answer, settled } = await worker.get(product)
    await (await worker.post({ type: 'clear' })).settled()
    arrive(answerOf('"late"'))
    expect(await (await answer)?.text()).toBe('"late"')
    await settled()
    expect(worker.stored()).toEqual([])
  })
})

describe('a stalled line', () => {
  test('after three seconds the stored copy is given with its age, and the answer refreshes it', async () => {
    await seen(product, answerOf('"old"'))
    const savedAt = Date.now()
    vi.setSystemTime(savedAt + 5 * 60_000)
    let arrive: (answer: Response) => void = () => {}
    worker.network.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    const { answer, settled } = await worker.get(product)
    let given = false
    void answer?.then(() => (given = true))
    await vi.advanceTimersByTimeAsync(2900)
    expect(given).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await (await answer)?.text()).toBe('"old"')
    expect(worker.news).toContainEqual({ type: 'saved-copy', address: product, savedAt })
    expect(worker.news).not.toContainEqual({ type: 'refreshed', address: product })

    arrive(answerOf('"new"'))
    await settled()
    expect(worker.news).toContainEqual({ type: 'refreshed', address: product })
    worker.network.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await (await (await worker.get(product)).answer)?.text()).toBe('"new"')
  })

  test('a body that stalls after its headers counts as late', async () => {
    await seen(product, answerOf('"old"'))
    const stalled = new Response(new ReadableStream(), {
      headers: { 'Cache-Control': 'public, no-cache' },
    })
    worker.network.mockResolvedValue(stalled)
    const { answer } = await worker.get(product)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await (await answer)?.text()).toBe('"old"')
  })

  test('without a stored copy the answer is waited for', async () => {
    let arrive: (answer: Response) => void = () => {}
    worker.network.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    const { answer } = await worker.get(product)
    await vi.advanceTimersByTimeAsync(60_000)
    arrive(answerOf('"slow"'))
    expect(await (await answer)?.text()).toBe('"slow"')
  })

  test('a page that begins on a stored copy learns its age when it asks', async () => {
    await seen(`${origin}/about`, pageOf('about'), 'navigate')
    const savedAt = Date.now()
    worker.network.mockReturnValue(new Promise(() => {}))
    const { answer } = await worker.get(`${origin}/about`, 'navigate')
    await vi.advanceTimersByTimeAsync(3000)
    expect(await (await answer)?.text()).toBe('about')
    worker.news.length = 0
    await worker.post({ type: 'connection' })
    expect(worker.news).toContainEqual({
      type: 'saved-copy',
      address: `${origin}/about`,
      savedAt,
    })
  })
})

describe('without a connection', () => {
  const answerInLanguage = (address: unknown) => {
    const lang = String(address).includes('lang=ar') ? 'ar' : 'en'
    return Promise.resolve(pageOf(`shell in ${lang}`, lang))
  }

  test('a page never seen is the shell in the language last used', async () => {
    worker.network.mockImplementation(answerInLanguage)
    await (await worker.post({ type: 'language', lang: 'en' })).settled()
    await (await worker.post({ type: 'language', lang: 'ar' })).settled()
    worker.network.mockRejectedValue(new TypeError('Failed to fetch'))
    const { answer } = await worker.get(`${origin}/product/unseen`, 'navigate')
    expect(await (await answer)?.text()).toBe('shell in ar')
  })

  test('a call that the page gave up is not answered from the store', async () => {
    await seen(product, answerOf('"old"'))
    worker.network.mockRejectedValue(new DOMException('gone', 'AbortError'))
    await expect((await worker.get(product)).answer).rejects.toThrow('gone')
  })
})
