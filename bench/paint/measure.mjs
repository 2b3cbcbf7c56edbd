// Opens seven pages in both languages on a slow line (slow 4G as Lighthouse throttles it) and a four
// times slower processor: as the shop sends them, and in the same run, in turns, from a shop that
// leaves rendering to browsers. Writes docs/first-paint.md. See run.sh.
//   node measure.mjs --dawa bin/dawa --paint paint [--runs 3] [--lighthouse path] [--docs docs]
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { launch } from './devtools.mjs'
import { renew } from './document.mjs'
import { browserFlags, browserPath, phone, slowerProcessor, startShop, warm } from './shop.mjs'

const { values: options } = parseArgs({
  options: {
    dawa: { type: 'string', default: 'bin/dawa' },
    paint: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
    lighthouse: { type: 'string', default: '' },
    docs: { type: 'string', default: '' },
  },
})
const runs = Number(options.runs)
const lighthouseRuns = 5 // fewer tell more about the machine's other work than about the page
/** 150 ms and 1.6 Mbit/s, as they feel to single requests. */
const slow4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}
const settle = 3000

const budgets = { lcp: 0.55, lcpMs: 1350, blockedMs: 100, cls: 0, script: 95_000, throughput: 0.5, lighthouse: [98, 100, 100, 100] }

/** The budgets of a page, and whether it met them. */
const pageBudgets = [
  [`LCP at most ${budgets.lcp} of the plain page`, ({ rendered, plain }) => rendered.lcp / plain.lcp <= budgets.lcp],
  [`LCP at most ${budgets.lcpMs / 1000} s`, ({ rendered }) => rendered.lcp <= budgets.lcpMs],
  [`blocked at most ${budgets.blockedMs / 1000} s`, ({ rendered }) => rendered.tbt <= budgets.blockedMs],
  [`CLS ${budgets.cls}`, ({ rendered }) => rendered.worstCls <= budgets.cls + 0.0005],
  [`at most ${budgets.script / 1000} KB of compressed script`, ({ rendered }) => rendered.script <= budgets.script],
]

/** Runs in the page before anything else, and notes what the budgets are about. */
function watchPage() {
  const seen = { lcp: 0, what: '', fcp: 0, cls: 0, tasks: [] }
  Reflect.set(window, 'seen', seen)
  const watch = (type, see) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    seen.what = entry.element?.tagName ?? ''
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value
  })
  watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]))
}

/** Runs in the page: whether React has it in hand. */
function isAlive() {
  const app = document.querySelector('#root > div') ?? {}
  return Object.keys(app).some((key) => key.startsWith('__react'))
}

/** Runs in the page: the figures of the visit. */
function readFigures() {
  const { lcp, what, fcp, cls, tasks } = Reflect.get(window, 'seen')
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/js\//.test(name))
  // What comes once the page is alive is not of its first script.
  const first = scripts.filter(({ name }) => !/after-alive|soon-|web-vitals|service-worker|later-screens|Suggester/.test(name))
  return {
    lcp,
    what,
    fcp,
    cls,
    tbt: tasks.filter(([at]) => at >= fcp).reduce((sum, [, took]) => sum + took - 50, 0),
    script: first.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}

/**
 * One visit. With `inspected` the browser also does what it does for a debugger: it works out the source position of
 * every error that a library makes, of which React makes several as it starts. No shopper's browser does that.
 */
async function look(browser, shop, path, language, { inspected = false } = {}) {
  const page = await browser.open()
  await page.send('Network.enable')
  if (inspected) await page.send('Runtime.enable')
  await page.send('Network.setBypassServiceWorker', { bypass: true })
  await page.send('Network.setCookie', { name: 'language', value: language, url: shop.url })
  await page.send('Emulation.setDeviceMetricsOverride', phone)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.send('Network.emulateNetworkConditions', slow4G)
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await page.before(watchPage)
  await page.visit(shop.url + path)
  await page.until(isAlive)
  await new Promise((done) => setTimeout(done, settle))
  const figures = await page.read(readFigures)
  await page.close()
  return figures
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

function medians(all) {
  const out = { what: all[0].what }
  for (const name of ['lcp', 'fcp', 'tbt', 'cls', 'script']) out[name] = median(all.map((one) => one[name]))
  out.worstCls = Math.max(...all.map(({ cls }) => cls))
  return out
}

async function lighthouse(shop, path) {
  const folder = await mkdtemp(join(tmpdir(), 'dawa-lighthouse-'))
  const file = join(folder, 'report.json')
  await promisify(execFile)(
    options.lighthouse,
    [shop.url + path, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=--headless=new ${browserFlags.join(' ')}`],
    { env: { ...process.env, CHROME_PATH: browserPath }, timeout: 180_000 },
  )
  const report = JSON.parse(await readFile(file, 'utf8'))
  await rm(folder, { recursive: true })
  const failed = Object.values(report.audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ id }) => id)
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
    Math.round(report.categories[name].score * 100),
  )
  return { scores, failed }
}

const [busy] = loadavg()
const rendered = await startShop(options.dawa)
const plain = await startShop(options.dawa, '--plain-pages')
const browser = await launch(browserPath, browserFlags)
const [{ id }] = await (await fetch(`${rendered.url}/api/product/category/vitamins?sort=name`)).json()
const pages = [
  ['Home', '/'],
  ['Category', '/product/category/vitamins'],
  ['Brand', '/brand/head%20and%20shoulders'],
  ['Discounts', '/product/discounts'],
  ['Concern', '/concern/fever'],
  ['Product', `/product/${id}`],
  ['Search', '/search-results?q=panadol'],
]
const rows = []
try {
  for (const [name, path] of pages) {
    for (const language of ['english', 'arabic']) {
      await warm(rendered, path, language)
      const [ours, debugged, theirs] = [[], [], []]
      for (let run = 0; run < runs; run++) {
        ours.push(await look(browser, rendered, path, language))
        debugged.push(await look(browser, rendered, path, language, { inspected: true }))
        theirs.push(await look(browser, plain, path, language))
      }
      const row = { name, language, rendered: medians(ours), inspected: medians(debugged), plain: medians(theirs) }
      rows.push(row)
      console.log(
        `${name} ${language}: LCP ${Math.round(row.rendered.lcp)} (${row.rendered.what}) of ${Math.round(row.plain.lcp)} ms, ratio ${(row.rendered.lcp / row.plain.lcp).toFixed(2)}, FCP ${Math.round(row.rendered.fcp)} of ${Math.round(row.plain.fcp)}, TBT ${Math.round(row.rendered.tbt)} (inspected ${Math.round(row.inspected.tbt)}) of ${Math.round(row.plain.tbt)}, CLS ${row.rendered.worstCls.toFixed(3)}, script ${(row.rendered.script / 1000).toFixed(1)} KB`,
      )
    }
  }
  let throughput = null
  if (options.paint !== '') {
    const { stdout } = await promisify(execFile)(options.paint, ['-shop', rendered.address, '-pid', String(rendered.pid), '-path', '/'])
    throughput = JSON.parse(stdout)
    console.log(`throughput compared with a bare handler: ${throughput.perClock.toFixed(2)} by the clock, ${throughput.perCPU.toFixed(2)} per processor second`)
  }
  const judged = []
  if (options.lighthouse !== '') {
    for (const [name, path] of pages.filter(([name]) => ['Home', 'Category', 'Concern', 'Product', 'Search'].includes(name))) {
      const reports = []
      for (let run = 0; run < lighthouseRuns; run++) reports.push(await lighthouse(rendered, path))
      const result = {
        scores: reports[0].scores.map((_, at) => median(reports.map(({ scores }) => scores[at]))),
        failed: [...new Set(reports.flatMap(({ failed }) => failed))],
      }
      judged.push({ name, ...result })
      console.log(`Lighthouse ${name}: ${result.scores.join(' / ')}${result.failed.length === 0 ? '' : ` (${result.failed.join(', ')})`}`)
    }
  }
  if (options.docs !== '') await renew(join(options.docs, 'first-paint.md'), 'pages', report(rows, throughput, judged))
} finally {
  await browser.close()
  await rendered.stop()
  await plain.stop()
}

function verdict(met) {
  return met ? 'Met' : 'Missed'
}

function judge(rows, [name, isMet]) {
  const missed = rows.filter((row) => !isMet(row)).map((row) => `${row.name} (${row.language})`)
  if (missed.length === 0) return `- ${name}: met`
  return `- ${name}: missed by ${missed.length === rows.length ? 'every page' : missed.join(', ')}`
}

function report(rows, throughput, judged) {
  const ms = (value) => `${(value / 1000).toFixed(2)} s`
  const lines = [
    '# First paint',
    '',
    `Written by \`bench/paint/run.sh\`. A phone's screen, slow 4G (150 ms, 1.6 Mbit/s, throttled per request as Lighthouse does) and a processor slowed down ${slowerProcessor} times; cold browser cache, the shop's own cache warm; medians of ${runs} visits. "Rendered" is the shop as it is; "plain" is the same binary with \`--plain-pages\`, whose pages carry their data and leave rendering to the browser. Both are visited in turns in the same run. Read the ratio: other work on the machine slows both down equally.`,
    '',
    `The machine had ${cpus().length} cores and a load of ${busy.toFixed(1)} at the start${busy > cpus().length / 2 ? ', so times and the Lighthouse performance score are those of a busy machine' : ''}.`,
    '',
    '| page | language | LCP rendered | LCP plain | ratio | FCP rendered | FCP plain | blocked rendered | the same, inspected | blocked plain | CLS | script |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ name, language, rendered, inspected, plain }) =>
        `| ${name} | ${language} | ${ms(rendered.lcp)} | ${ms(plain.lcp)} | ${(rendered.lcp / plain.lcp).toFixed(2)} | ${ms(rendered.fcp)} | ${ms(plain.fcp)} | ${ms(rendered.tbt)} | ${ms(inspected.tbt)} | ${ms(plain.tbt)} | ${rendered.worstCls.toFixed(3)} | ${(rendered.script / 1000).toFixed(1)} KB |`,
    ),
    '',
    '"Inspected" is a visit while a debugger watches, as every visit was measured until 17 November 2026: the browser then works out the source position of each error that a library makes, of which React makes several as it starts. No shopper\'s browser does that, so the budget is for the visit without.',
    '',
    'Budgets:',
    '',
    ...pageBudgets.map((budget) => judge(rows, budget)),
    '',
  ]
  if (throughput !== null) {
    lines.push(
      `**Throughput** of a finished page (Home, ${(throughput.bytes / 1024).toFixed(1)} KiB compressed) compared with a handler that sends as many constant bytes: ${throughput.perClock.toFixed(2)} by the clock, ${throughput.perCPU.toFixed(2)} per processor second (${Math.round(throughput.pages)} pages each). Budget: at least ${budgets.throughput}. ${verdict(throughput.perClock >= budgets.throughput)}.`,
      '',
    )
  }
  if (judged.length > 0) {
    lines.push(
      '| Lighthouse, mobile | performance | accessibility | best practices | SEO |',
      '|---|---|---|---|---|',
      ...judged.map(({ name, scores }) => `| ${name} | ${scores.join(' | ')} |`),
      '',
      `Medians of ${lighthouseRuns} runs. Budget: ${budgets.lighthouse.join(' / ')}. ${verdict(judged.every(({ scores }) => scores.every((score, at) => score >= budgets.lighthouse[at])))}.`,
      '',
    )
  }
  return `${lines.join('\n')}\n`
}
