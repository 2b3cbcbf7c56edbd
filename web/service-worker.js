// oxlint-disable unicorn/require-post-message-target-origin -- what a worker speaks to is no window
// Keeps what a visitor has seen for the moments without a connection. With one, every page comes
// from the shop: nobody is kept on an old version. Nothing personal is ever put aside: pages and
// answers that are somebody's own say so (no-store, private), and whoever signs in or out leaves
// nothing behind for the next person at the same device.

const VERSION = '__VERSION__' // filled in by the build
const FILES = `files-${VERSION}` // scripts, styles and fonts: their names change with their content
const PICTURES = 'pictures'
const SEEN = `seen-${VERSION}` // pages and the catalogue's answers
const SHELLS = `shells-${VERSION}` // one in each language, and which of them this device speaks
const MOST = { [FILES]: 300, [PICTURES]: 250, [SEEN]: 120, [SHELLS]: 9 }

/** The same for everyone: a page without a screen, which the application then draws. */
const SHELL = '/user/cart'
const shellAddress = new URL(SHELL, self.location.origin).href
const LANGUAGE = '/language-of-this-device'
const catalogue = /^\/api\/(?:brand\/[^/]+|search|product\/(?:category\/[^/]+|[^/]+))$/
const anyway = { ignoreVary: true } // the language is part of our keys, other cookies change nothing
const turningPoint = /^\/api\/user\/(?:login|logout|register|account)$/

let reachedLast = true

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepShell().catch(() => {})) // without a shell the worker is still of use
})

self.addEventListener('activate', (event) => {
  event.waitUntil(clearOut().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data?.about === 'seen') event.waitUntil(keepSeen(event.data))
  if (event.data?.about === 'connection') {
    event.source.postMessage({ about: 'connection', reached: reachedLast })
  }
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (turningPoint.test(url.pathname)) return event.respondWith(turn(event))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(page(event))
  if (url.pathname.startsWith('/assets/')) return event.respondWith(lasting(event, FILES))
  if (url.pathname.startsWith('/media/')) return event.respondWith(lasting(event, PICTURES))
  if (catalogue.test(url.pathname)) return event.respondWith(fresh(event))
})

/** Signing in or out: what was seen goes with the person. */
async function turn(event) {
  const response = await fetch(event.request)
  event.waitUntil(caches.delete(SEEN))
  return response
}

/** A page: from the shop when it answers, else as it was seen, else the shell. */
async function page(event) {
  try {
    const response = await fetch(event.request)
    event.waitUntil(tell(event, true))
    if (isPage(response)) event.waitUntil(keepPage(event.request.url, response.clone()))
    return response
  } catch (failure) {
    event.waitUntil(tell(event, false))
    const [seen, shells] = [await caches.open(SEEN), await caches.open(SHELLS)]
    const lang = (await (await shells.match(LANGUAGE))?.text()) ?? 'en'
    return (
      (await seen.match(keyOf(event.request.url, lang), anyway)) ??
      (await shells.match(keyOf(shellAddress, lang), anyway)) ??
      Promise.reject(failure)
    )
  }
}

/** An answer of the catalogue: from the shop, else as it was seen. */
async function fresh(event) {
  try {
    const response = await fetch(event.request)
    event.waitUntil(tell(event, true))
    if (keepable(response)) event.waitUntil(keepAnswer(event.request.url, response.clone()))
    return response
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure
    event.waitUntil(tell(event, false))
    const seen = await caches.open(SEEN)
    return (await seen.match(event.request.url, anyway)) ?? Promise.reject(failure)
  }
}

/** A file that never changes under its name. */
async function lasting(event, name) {
  const cache = await caches.open(name)
  const kept = await cache.match(event.request.url, anyway)
  if (kept !== undefined) return kept
  const response = await fetch(event.request)
  if (response.ok && response.status === 200)
    event.waitUntil(put(name, event.request.url, response.clone()))
  return response
}

/** Whether an answer is the same for everyone. */
function keepable(response) {
  const rule = response.headers.get('Cache-Control') ?? ''
  return response.status === 200 && !response.redirected && !rule.includes('no-store')
}

function isPage(response) {
  return keepable(response) && (response.headers.get('Content-Type') ?? '').startsWith('text/html')
}

/** Lets go of what other versions kept. The last one may still be putting something aside while this one begins. */
async function clearOut() {
  const now = new Set([FILES, PICTURES, SEEN, SHELLS])
  for (const name of await caches.keys()) if (!now.has(name)) await caches.delete(name)
}

async function keepPage(address, response) {
  await clearOut()
  const lang = response.headers.get('Content-Language') ?? 'en'
  await put(SEEN, keyOf(address, lang), response)
  if (new URL(address).searchParams.has('lang')) return // says nothing about the device
  const shells = await caches.open(SHELLS)
  if ((await shells.match(keyOf(shellAddress, lang), anyway)) === undefined) await keepShell()
  else await put(SHELLS, LANGUAGE, new Response(lang))
}

/** Whether a product is on somebody's wishlist is theirs alone. */
async function keepAnswer(address, response) {
  const body = (await response.text()).replace('"addedToWishlist":true', '"addedToWishlist":false')
  const headers = new Headers(response.headers)
  headers.delete('ETag')
  await put(SEEN, address, new Response(body, { headers }))
}

/** The page without anybody in it, with the files it needs, in the language of this device. */
async function keepShell() {
  const response = await fetch(SHELL)
  const text = await response.clone().text()
  const lang = response.headers.get('Content-Language') ?? 'en'
  await put(SHELLS, keyOf(shellAddress, lang), response)
  await put(SHELLS, LANGUAGE, new Response(lang))
  const files = new Set(text.match(/\/assets\/[\w./-]+/g) ?? [])
  await keepAll([...files])
}

/** What the page loaded before there was a worker to see it. */
async function keepSeen({ address, files }) {
  await keepAll(files)
  const response = await fetch(address)
  if (isPage(response)) await keepPage(address, response)
}

async function keepAll(files) {
  for (const file of files) {
    const name = file.includes('/media/') ? PICTURES : FILES
    const cache = await caches.open(name)
    if ((await cache.match(file, anyway)) !== undefined) continue
    const response = await fetch(file)
    if (response.status === 200) await put(name, file, response)
  }
}

/** One page in one language. */
function keyOf(address, lang) {
  const url = new URL(address)
  url.hash = ''
  url.searchParams.set('kept-in', lang)
  return url.href
}

/** Puts something aside, and lets go of what has lain there longest. */
async function put(name, key, response) {
  const cache = await caches.open(name)
  await cache.delete(key, anyway)
  await cache.put(key, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST[name]))) await cache.delete(old)
}

/** Tells the page whether the shop answered, so that it can say so. */
async function tell(event, reached) {
  reachedLast = reached
  const client = await self.clients.get(event.clientId || event.resultingClientId)
  client?.postMessage({ about: 'connection', reached })
}
