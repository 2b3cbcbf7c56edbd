// How long four interactions keep a visitor waiting: from a real tap or key to the next frame, on a phone's screen and
// a processor four times slower (interaction to next paint). Writes its part of docs/first-paint.md. See run.sh.
//   node inp.mjs --dawa bin/dawa [--times 40] [--docs docs]
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launch } from './devtools.mjs'
import { renew } from './document.mjs'
import { browserFlags, browserPath, phone, slowerProcessor, startShop, warm } from './shop.mjs'

const { values: options } = parseArgs({
  options: {
    dawa: { type: 'string', default: 'bin/dawa' },
    times: { type: 'string', default: '40' },
    docs: { type: 'string', default: '' },
  },
})
const times = Number(options.times)
const budgetMs = 100
/** Browsers do not tell of what took less. */
const shortestMs = 16
const list = '/product/category/vitamins'

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Runs in the page before anything else, and notes how long each part of an interaction took to the next frame. */
function watchInput() {
  const durations = []
  Reflect.set(window, 'durations', durations)
  new PerformanceObserver((entries) => {
    for (const { interactionId, duration } of entries.getEntries()) if (interactionId > 0) durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
}

/** Runs in the page: the longest part since the last time, 0 when none was worth telling. */
function takeDuration() {
  return Math.max(0, ...Reflect.get(window, 'durations').splice(0))
}

/** Runs in the page: whether it answers by itself. */
function isAlive() {
  return document.querySelector('html[data-alive]') !== null
}

/** Runs in the page: puts the next product's button in the middle and says where it is. */
function nextAddButton() {
  const buttons = [...document.querySelectorAll('main form[action="/user/cart"] button')]
  const place = (Reflect.get(window, 'place') ?? -1) + 1
  Reflect.set(window, 'place', place)
  const button = buttons[place % buttons.length]
  button.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = button.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page: where the button is that opens the filters. */
function filterButton() {
  const { x, y, width, height } = document.querySelector('button[aria-haspopup=dialog]').getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page: whether the filters are there. */
function filtersOpen() {
  return document.querySelector('dialog[open] input') !== null
}

/** Runs in the page: whether the filters can be opened once more. */
function filtersClosed() {
  return document.querySelector('dialog[open]') === null
}

/** Runs in the page: where the search box is. */
function searchBox() {
  const { x, y, width, height } = document.querySelector('input[name=q]').getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page: where the next change of the quantity is: up to its middle and back in turns. */
function nextStep() {
  const [fewer, more] = document.querySelectorAll('main [role=group] button')
  const place = (Reflect.get(window, 'place') ?? -1) + 1
  Reflect.set(window, 'place', place)
  const { x, y, width, height } = (place % 2 === 0 ? more : fewer).getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page: whether the cart shows a quantity that is not being changed. */
function quantityIsThere() {
  return document.querySelector('main [role=group] output:not([aria-busy])') !== null
}

/** Runs in the page: puts the first product of the list into the cart, as the button does. */
async function fillCart() {
  const { csrfToken } = await (await fetch('/api/get-csrf-token')).json()
  const [{ id }] = await (await fetch('/api/product/category/vitamins?sort=name')).json()
  await fetch('/api/user/cart', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'CSRF-Token': csrfToken },
    body: JSON.stringify({ productId: id, quantity: 3 }),
  })
}

async function tap(page, where) {
  const touchPoints = [await page.read(where)]
  await pause(200) // what scrolled into view is laid out
  await page.read(takeDuration)
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function key(page, name, code) {
  const event = { key: name, code, windowsVirtualKeyCode: name === 'Escape' ? 27 : name.toUpperCase().charCodeAt(0) }
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...(name.length === 1 && { text: name }) })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}

/** Waits until the frame after an interaction has been told of. */
const toldOf = () => pause(600)

const words = 'panadol vitamin sunscreen shampoo cough'.repeat(2).replaceAll(' ', '')

/** What is done, each as often as it is measured. */
const interactions = [
  {
    name: 'add to cart',
    path: list,
    run: (page) => tap(page, nextAddButton),
  },
  {
    name: 'open the filters',
    path: list,
    run: (page) => tap(page, filterButton),
    async after(page) {
      await page.until(filtersOpen)
      await key(page, 'Escape', 'Escape')
      await page.until(filtersClosed)
    },
  },
  {
    name: 'type in the search box',
    path: '/',
    prepare: (page) => tap(page, searchBox),
    run: (page, at) => key(page, words[at % words.length]),
  },
  {
    name: 'change a quantity in the cart',
    path: '/user/cart',
    filled: true,
    prepare: (page) => page.until(quantityIsThere),
    async run(page) {
      await page.until(quantityIsThere)
      await tap(page, nextStep)
    },
  },
]

async function measure(browser, shop, { path, filled = false, prepare, run, after }, language) {
  const page = await browser.open()
  await page.send('Network.enable')
  await page.send('Network.setBypassServiceWorker', { bypass: true })
  await page.send('Network.setCookie', { name: 'language', value: language, url: shop.url })
  await page.send('Emulation.setDeviceMetricsOverride', phone)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.before(watchInput)
  if (filled) {
    await page.visit(`${shop.url}/`)
    await page.until(isAlive)
    await page.send('Runtime.evaluate', { expression: `(${fillCart})()`, awaitPromise: true })
  }
  await page.visit(shop.url + path)
  await page.until(isAlive)
  await pause(3000) // the page has nothing else to do
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await prepare?.(page)
  await toldOf()
  await page.read(takeDuration)
  const taken = []
  for (let at = 0; at < times; at++) {
    await run(page, at)
    await toldOf()
    taken.push(await page.read(takeDuration))
    await after?.(page)
  }
  await page.close()
  return taken
}

const part = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1]
const said = (ms) => (ms < shortestMs ? `under ${shortestMs} ms` : `${ms} ms`)

const [busy] = loadavg()
const shop = await startShop(options.dawa)
const browser = await launch(browserPath, browserFlags)
const rows = []
try {
  for (const interaction of interactions) {
    for (const language of ['english', 'arabic']) {
      if (!interaction.filled) await warm(shop, interaction.path, language)
      const taken = await measure(browser, shop, interaction, language)
      const row = { name: interaction.name, language, half: part(taken, 0.5), most: part(taken, 0.75), worst: part(taken, 1) }
      rows.push(row)
      console.log(`${row.name}, ${language}: median ${said(row.half)}, p75 ${said(row.most)}, worst ${said(row.worst)}`)
    }
  }
  if (options.docs !== '') await renew(join(options.docs, 'first-paint.md'), 'interactions', report(rows))
} finally {
  await browser.close()
  await shop.stop()
}

function report(rows) {
  const missed = rows.filter(({ most }) => most > budgetMs).map(({ name, language }) => `${name} (${language})`)
  return [
    '## Interactions',
    '',
    `From a real tap or key to the next frame (INP), on a phone's screen and a processor slowed down ${slowerProcessor} times, ${times} times each. Browsers tell of it in steps of 8 ms. The machine had ${cpus().length} cores and a load of ${busy.toFixed(1)} at the start; other work on it makes everything later.`,
    '',
    '| interaction | language | median | p75 | worst |',
    '|---|---|---|---|---|',
    ...rows.map(({ name, language, half, most, worst }) => `| ${name} | ${language} | ${said(half)} | ${said(most)} | ${said(worst)} |`),
    '',
    `Budget: p75 at most ${budgetMs} ms: ${missed.length === 0 ? 'met' : `missed by ${missed.join(', ')}`}.`,
    '',
    '',
  ].join('\n')
}
