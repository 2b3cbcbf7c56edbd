// oxlint-disable unicorn/require-post-message-target-origin -- a worker talks to clients, not to windows
// Stores public pages and catalogue answers for moments without a connection. The network comes
// first: nobody stays on an old version while the shop answers. An answer that takes too long is
// replaced by its stored copy, and the page is told how old that copy is. Only what the server calls
// `public` is stored, so nothing that belongs to a person ever is.

const VERSION = '__VERSION__' // filled in by the build
const FILES = `files-${VERSION}` // scripts, styles and fonts: their names change with their content
const PICTURES = 'pictures'
const SEEN = `seen-${VERSION}` // pages and catalogue answers
const SHELLS = `shells-${VERSION}` // one page without a screen in each language, and the language last used
const MAX_ENTRIES = { [FILES]: 300, [PICTURES]: 250, [SEEN]: 120, [SHELLS]: 9 }

/** How long the network may take before a stored copy is used instead. */
const NETWORK_LIMIT_MS = 3000
/** The header of a stored copy that says when it was stored. */
const SAVED_AT = 'X-Saved-At'

/** A public document without a rendered screen: the application renders any address from it. */
const SHELL = '/addstore'
/** Its files are stored as well: whoever loses the line on the way to the cart still sees the cart's screen. */
const CART = '/user/cart'
const shellAddress = new URL(SHELL, self.location.origin).href
const LANGUAGE = '/language-of-this-device'
const catalogue = /^\/api\/(?:brand\/[^/]+|search|product\/(?:category\/[^/]+|[^/]+))$/
const ignoringVary = { ignoreVary: true } // the language is part of our keys, other cookies change nothing
const sessionChange = /^\/api\/user\/(?:login|logout|register|account)$/

let reachedLast = true
/** Rises when the caches are emptied: an answer asked for earlier is not stored afterwards. */
let epoch = 0
/** The clients whose document is a stored copy: when it was stored, and whether the network has answered since. */
const copiedDocuments = new Map()
const MAX_SERVED = 50
/** The clients whose document came through this worker, and was stored then. */
const servedDocuments = new Set()

self.addEventListener('install', (event) => {
  self.skipWaiting()
  const stored = storeShell().catch(() => {}) // without a shell the worker is still of use
  event.waitUntil(stored)
  void stored.then(() => setTimeout(stopWaiting, 1000, 10))
})

/** A browser can miss the moment at which the last version has nothing left to do: it is asked again. */
function stopWaiting(tries) {
  if (tries === 0 || self.registration.waiting === null) return
  self.skipWaiting()
  setTimeout(stopWaiting, 1000, tries - 1)
}

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  const { data } = event
  if (data?.type === 'loaded' && !servedDocuments.has(event.source.id))
    event.waitUntil(storeLoaded(data))
  if (data?.type === 'language') event.waitUntil(storeLanguage(data.lang))
  if (data?.type === 'clear')
    event.waitUntil(clear().then(() => event.ports[0]?.postMessage({ type: 'cleared' })))
  if (data?.type === 'connection') answerAboutConnection(event.source)
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (sessionChange.test(url.pathname)) return event.respondWith(changeSession(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(page(event))
  if (url.pathname.startsWith('/assets/')) return event.respondWith(cacheFirst(event, FILES))
  if (url.pathname.startsWith('/media/')) return event.respondWith(cacheFirst(event, PICTURES))
  if (catalogue.test(url.pathname)) return event.respondWith(catalogueAnswer(event))
})

/** Signing in or out: what was seen before is not shown to the next person. */
async function changeSession(event) {
  const response = await fetch(event.request)
  epoch += 1
  event.waitUntil(caches.delete(SEEN))
  return response
}

/** Forgets everything a visit left; the shop's own files and the shell are the same for everyone. */
async function clear() {
  epoch += 1
  copiedDocuments.clear()
  for (const name of await caches.keys())
    if (name !== FILES && name !== SHELLS) await caches.delete(name)
}

/** A page: from the shop when it answers in time, else its stored copy; without a connection also the shell. */
async function page(event) {
  const address = event.request.url
  rememberServed(event.resultingClientId)
  const lang = await languageLastUsed()
  const copy = () => stored(SEEN, keyOf(address, lang))
  const shell = () => stored(SHELLS, keyOf(shellAddress, lang))
  return networkFirst(event, copy, shell, async (response) => {
    if (isHtml(response)) await storePage(address, response)
  })
}

function rememberServed(client) {
  servedDocuments.add(client)
  // Whoever is forgotten has long said what it loaded; at worst its page is asked for once more.
  const [oldest] = servedDocuments
  if (servedDocuments.size > MAX_SERVED) servedDocuments.delete(oldest)
}

/** An answer of the catalogue: from the shop when it answers in time, else its stored copy. */
async function catalogueAnswer(event) {
  const address = event.request.url
  const copy = () => stored(SEEN, address)
  const nothing = async () => undefined
  return networkFirst(event, copy, nothing, (response) => put(SEEN, address, response))
}

/**
 * Asks the network and gives its answer. When the answer is not complete within the limit, or fails,
 * gives the stored copy; the answer is stored whenever it comes, and the page is told.
 */
async function networkFirst(event, findCopy, findShell, store) {
  const asked = epoch
  const network = fetch(event.request)
  const complete = network.then(async (response) => {
    if (!isPublic(response)) return response
    const body = await response.clone().arrayBuffer()
    if (asked === epoch) event.waitUntil(store(new Response(body, response)))
    return response
  })
  // Whoever waits for a failed answer hears of it below.
  complete.catch(() => {})
  const saved = await findCopy()
  try {
    const answer = await (saved === undefined ? network : inTime(complete))
    if (answer !== LATE) {
      event.waitUntil(complete.catch(() => {}))
      event.waitUntil(tellConnection(event, true))
      return answer
    }
    event.waitUntil(
      complete.then(
        () => tellRefreshed(event),
        () => tellConnection(event, false),
      ),
    )
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure
    event.waitUntil(tellConnection(event, false))
    if (saved === undefined) return (await findShell()) ?? Promise.reject(failure)
  }
  event.waitUntil(tellSavedCopy(event, saved))
  return saved
}

const LATE = Symbol('late')

function inTime(answer) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, NETWORK_LIMIT_MS, LATE)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** A file that never changes under its name. */
async function cacheFirst(event, name) {
  const asked = epoch
  const copy = await stored(name, event.request.url)
  if (copy !== undefined) return copy
  const response = await fetch(event.request)
  if (isPublic(response)) {
    const body = response.clone()
    if (asked === epoch) event.waitUntil(put(name, event.request.url, body))
  }
  return response
}

/** Whether the server calls an answer the same for everyone. */
function isPublic(response) {
  const directives = (response.headers.get('Cache-Control') ?? '').toLowerCase().split(/[\s,]+/)
  return (
    response.status === 200 &&
    !response.redirected &&
    directives.includes('public') &&
    !directives.includes('private') &&
    !directives.includes('no-store')
  )
}

function isHtml(response) {
  return (response.headers.get('Content-Type') ?? '').startsWith('text/html')
}

/** Deletes the caches of other versions. */
async function deleteOtherCaches() {
  const own = new Set([FILES, PICTURES, SEEN, SHELLS])
  for (const name of await caches.keys()) if (!own.has(name)) await caches.delete(name)
}

async function storePage(address, response) {
  // The last version may have stored something while this one began; what the next one has stored so far stays.
  if (isNewest()) await deleteOtherCaches()
  const lang = response.headers.get('Content-Language') ?? 'en'
  await put(SEEN, keyOf(address, lang), response)
  if (new URL(address).searchParams.has('lang')) return // says nothing about the device
  await storeLanguage(lang)
}

/** The language of the shell and of stored pages that an offline visitor gets. */
async function languageLastUsed() {
  return (await (await stored(SHELLS, LANGUAGE))?.text()) ?? 'en'
}

/** Remembers the language last used, and sees to a shell in it. */
async function storeLanguage(lang) {
  if (lang !== 'en' && lang !== 'ar') return
  await put(SHELLS, LANGUAGE, new Response(lang))
  if ((await stored(SHELLS, keyOf(shellAddress, lang))) === undefined) await storeShell(lang)
}

/** The shell with the files it needs: in the given language, or in the one the server chooses. */
async function storeShell(wanted) {
  const response = await fetch(wanted === undefined ? SHELL : `${SHELL}?lang=${wanted}`)
  if (!isPublic(response) || !isHtml(response)) return
  const lang = response.headers.get('Content-Language') ?? 'en'
  const files = await filesIn(response.clone())
  await put(SHELLS, keyOf(shellAddress, lang), response)
  if (wanted === undefined) await put(SHELLS, LANGUAGE, new Response(lang))
  await storeFiles([...files, ...(await filesIn(await fetch(CART)))])
}

async function filesIn(page) {
  return new Set((await page.text()).match(/\/assets\/[\w./-]+/g) ?? [])
}

/** What a page loaded before this worker was there to see it. */
async function storeLoaded({ address, files }) {
  const asked = epoch
  await storeFiles(files)
  const response = await fetch(address)
  if (asked === epoch && isPublic(response) && isHtml(response)) await storePage(address, response)
}

async function storeFiles(files) {
  for (const file of files) {
    const name = file.includes('/media/') ? PICTURES : FILES
    if ((await stored(name, file)) !== undefined) continue
    const response = await fetch(file)
    if (isPublic(response)) await put(name, file, response)
  }
}

/** What is stored under a key. Looking never makes a cache: the next version may have deleted it. */
function stored(cacheName, key) {
  return caches.match(key, { cacheName, ...ignoringVary })
}

/** The key of one page in one language. */
function keyOf(address, lang) {
  const url = new URL(address)
  url.hash = ''
  url.searchParams.set('stored-language', lang)
  return url.href
}

/**
 * Stores an answer with the time, and deletes what was stored longest ago. An answer takes the place of
 * an older one in one step: whoever looks for it meanwhile finds one of the two.
 */
async function put(name, key, response) {
  if (isReplaced()) return
  const headers = new Headers(response.headers)
  headers.set(SAVED_AT, String(Date.now()))
  // The body is decoded, and the build that answered once says nothing about the one that answers now.
  // With a Vary header, an older answer would stay beside this one.
  for (const name of ['Content-Encoding', 'Content-Length', 'X-Build', 'Vary']) headers.delete(name)
  const cache = await caches.open(name)
  await cache.put(key, new Response(response.body, { headers }))
  // The next version has deleted the caches of this one already.
  if (isReplaced() && name.endsWith(VERSION)) return caches.delete(name)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES[name])))
    await cache.delete(old)
}

/** Whether no next version is on its way or in charge. */
function isNewest() {
  const { installing, waiting } = self.registration
  return installing === null && waiting === null && !isReplaced()
}

/** Whether another version is in charge by now: this one only finishes what it had begun. */
function isReplaced() {
  return self.serviceWorker?.state === 'redundant'
}

/** Tells the page whether the shop answered, so that it can say so. */
async function tellConnection(event, reached) {
  reachedLast = reached
  await tell(event, { type: 'connection', reached })
}

/** Tells the page that it has a stored copy, and how old it is. */
async function tellSavedCopy(event, copy) {
  const savedAt = Number(copy.headers.get(SAVED_AT) ?? 0)
  if (event.request.mode === 'navigate') {
    for (const id of copiedDocuments.keys())
      if ((await self.clients.get(id)) === undefined) copiedDocuments.delete(id)
    copiedDocuments.set(event.resultingClientId, {
      address: event.request.url,
      savedAt,
      refreshed: false,
    })
  }
  await tell(event, { type: 'saved-copy', address: event.request.url, savedAt })
}

/** Tells the page that what it has as a stored copy can be asked for again. */
async function tellRefreshed(event) {
  reachedLast = true
  const document = copiedDocuments.get(event.resultingClientId)
  if (document !== undefined) document.refreshed = true
  await tell(event, { type: 'refreshed', address: event.request.url })
}

async function tell(event, news) {
  const client = await self.clients.get(event.resultingClientId || event.clientId)
  client?.postMessage(news)
}

/** A page that begins asks for what it was told before it could listen. */
function answerAboutConnection(client) {
  client.postMessage({ type: 'connection', reached: reachedLast })
  const document = copiedDocuments.get(client.id)
  if (document === undefined) return
  const { address, savedAt, refreshed } = document
  client.postMessage({ type: 'saved-copy', address, savedAt })
  if (refreshed) client.postMessage({ type: 'refreshed', address })
}
