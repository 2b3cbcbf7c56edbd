import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { followFooterLink } from '../fixtures/keyboard.ts'
import { type RunningShop, startShop } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/shop.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Servers of two really different builds behind one address. */
interface Balancer {
  url: string
  /** Which of the two answers a request, by its number. */
  route: (choose: (request: number) => 'own' | 'other') => void
  /** How many documents were asked for. */
  documents: () => number
}

const it = test.extend<{ balancer: Balancer }, { other: RunningShop }>({
  // Its folder is its own: the files of the first build are not in it, as after a long time or on a new machine.
  other: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      execFileSync(join(repository, 'tools/build-other.sh'), { stdio: 'inherit' })
      const folder = mkdtempSync(join(tmpdir(), 'dawa-e2e-other-'))
      cpSync(process.env.DAWA_E2E_FOLDER ?? '', folder, { recursive: true })
      const shop = await startShop(folder, { program: join(repository, 'bin/dawa-other') })
      await use(shop)
      await shop.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  balancer: async ({ shop, other, tolerate, context, language }, use) => {
    tolerate(
      /request to a stranger: http:\/\/127\.0\.0\.1|Failed to load resource|Failed to fetch|MIME type/,
    )
    let choose: (request: number) => 'own' | 'other' = () => 'own'
    let requests = 0
    let documents = 0
    const server = createServer((request, response) => {
      if (request.headers['sec-fetch-dest'] === 'document') documents += 1
      const target = new URL(choose(requests) === 'own' ? shop.url : other.url)
      requests += 1
      const { hostname, port } = target
      const onward = send(
        { hostname, port, path: request.url, method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      request.pipe(onward)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await context.addCookies([{ name: 'language', value: language, url }])
    await use({ url, route: (next) => (choose = next), documents: () => documents })
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  },
})

const build = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content)

const directions = [
  ['an old page at a new server', 'own', 'other'],
  ['a new page at an old server', 'other', 'own'],
] as const

for (const [name, before, after] of directions) {
  it(`${name}: the next screen is loaded as a page of the build that answers`, async ({
    page,
    balancer,
    t,
  }) => {
    balancer.route(() => before)
    await page.goto(balancer.url)
    await expect(page.locator('html[data-alive]')).toBeAttached()
    const first = await build(page)
    balancer.route(() => after)
    await followFooterLink(page, t('footer.about'))
    await expect(page).toHaveURL(`${balancer.url}/about`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.about_title'))
    expect(await build(page)).not.toBe(first)
    await expect(page.getByRole('button', { name: t('common.retry') })).toHaveCount(0)
    // From here on the application goes on without loading documents.
    await expect(page.locator('html[data-alive]')).toBeAttached()
    const documents = balancer.documents()
    await followFooterLink(page, t('footer.contact'))
    await expect(page).toHaveURL(`${balancer.url}/contact`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(balancer.documents()).toBe(documents)
  })

  it(`${name}: what was typed into a form is still there`, async ({ page, balancer, t }) => {
    balancer.route(() => before)
    await page.goto(`${balancer.url}/addstore`)
    const field = page.locator('input[name="name"]')
    await field.fill('Cedar Pharmacy')
    balancer.route(() => after)
    await followFooterLink(page, t('footer.about'))
    const leave = page.getByRole('button', { name: t('common.leave') })
    await expect(
      leave.or(page.getByRole('heading', { level: 1, name: t('page.about_title') })),
    ).toBeVisible()
    if (await leave.isVisible()) await leave.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.about_title'))
    await page.goto(`${balancer.url}/addstore`)
    await expect(field).toHaveValue('Cedar Pharmacy')
  })
}

/** Servers that share their pictures, as all servers of one shop do, and with them the files of their builds. */
const together = it.extend<object, { other: RunningShop }>({
  other: [
    async ({ shop }, use) => {
      execFileSync(join(repository, 'tools/build-other.sh'), { stdio: 'inherit' })
      const folder = mkdtempSync(join(tmpdir(), 'dawa-e2e-beside-'))
      cpSync(process.env.DAWA_E2E_FOLDER ?? '', folder, { recursive: true })
      const beside = await startShop(folder, {
        program: join(repository, 'bin/dawa-other'),
        args: ['--media', join(shop.folder, 'media')],
      })
      for (const [of, at] of [
        [shop, beside],
        [beside, shop],
      ] as const) {
        const entry = /data-entry="([^"]+)"/.exec(await (await fetch(of.url)).text())?.[1] ?? ''
        await expect
          .poll(async () => (await fetch(at.url + entry)).status, { timeout: 120_000 })
          .toBe(200)
      }
      await use(beside)
      await beside.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

together(
  'while both builds answer in turns, pages work and do not reload again and again',
  async ({ page, balancer, t }) => {
    balancer.route((request) => (request % 2 === 0 ? 'own' : 'other'))
    await page.goto(balancer.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await followFooterLink(page, t('footer.about'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.about_title'))
    await followFooterLink(page, t('footer.contact'))
    await expect(page).toHaveURL(`${balancer.url}/contact`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The page itself, one reload of the loader for each build, one of the application in either direction,
    // and for each step a link that was pressed before the page was alive and a reload for each build.
    expect(balancer.documents()).toBeLessThanOrEqual(1 + 2 + 2 + 2 * 3)
  },
)
