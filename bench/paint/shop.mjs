// What the measurements of pages share: the shop that is measured, and the browser's settings.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const browserPath = process.env.CHROMIUM || '/usr/bin/chromium'
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** How much slower a phone's processor is taken to be. */
export const slowerProcessor = 4

export const phone = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** Starts a shop with the demo catalogue and data of its own. */
export async function startShop(program, ...more) {
  const folder = await mkdtemp(join(tmpdir(), 'dawa-paint-'))
  const port = await freePort()
  const shop = spawn(
    program,
    ['serve', '--demo', '--data', folder, '--listen', `127.0.0.1:${port}`, '--log-level', 'warn', '--order-limits', 'off', ...more],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 240; tries++) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) break
    await new Promise((done) => setTimeout(done, 250))
  }
  return {
    url,
    pid: shop.pid,
    address: `127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((done) => shop.once('exit', done))
      shop.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks until the page comes finished: the first visitor of a busy machine may be too early. */
export async function warm(shop, path, language) {
  for (let tries = 0; tries < 100; tries++) {
    const page = await fetch(shop.url + path, { headers: { cookie: `language=${language}` } })
    if (/data-entry=(?![^>]*data-now)/.test(await page.text())) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`${path} is never rendered`)
}
