// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import english from '../../contract/messages/en.json'
import { firstRoutes } from '../src/app/first-routes'
import { criticalKeys, criticalNamespaces, partOf, soonKeys } from './critical-messages.ts'

const source = join(import.meta.dirname, '../src')
const firstScreens = join(source, 'app/first-routes.ts')
const laterScreens = join(source, 'app/later-screens.ts')
const keys = Object.keys(english)

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'(\.[^']+)'/gm
const LAZY = /\bimport\('(\.[^']+)'\)/g
const FIRST_ROW = /import\('\.\.\/(routes\/[\w/-]+)'\)[^}]*?criticalMessages: true/g
const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const WRITTEN = /['"]([a-z0-9_]+\.[a-z0-9_.]+)['"]/g
const MADE = /`([a-z0-9_]+\.[a-z0-9_]*)\$\{/g

/** Made at run time from what the server answers; which of them a first screen can meet is a choice. */
const CHOSEN = new Set(['error.', 'rule.'])

/** What the first screens and everything they load, on intent too, write out or make up as keys. */
function saidOnFirstScreens({ lazily }: { lazily: boolean }) {
  const screens = [...readFileSync(firstScreens, 'utf8').matchAll(FIRST_ROW)]
  const queue = [
    join(source, 'entry-client.tsx'),
    ...screens.map(([, file]) => join(source, `${file}.tsx`)),
  ]
  const modules = new Set<string>()
  const written = new Set<string>()
  const made = new Set<string>()
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (modules.has(file)) continue
    modules.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(COMMENTS, '')
    for (const [, key = ''] of text.matchAll(WRITTEN)) written.add(key)
    for (const [, start = ''] of text.matchAll(MADE)) made.add(start)
    // Of the screens only the first ones count.
    const lazy = !lazily || file === laterScreens ? [] : [...text.matchAll(LAZY)]
    for (const [, target = ''] of [...text.matchAll(STATIC), ...lazy]) {
      const path = join(dirname(file), target)
      const found = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(candidate))
      if (found !== undefined) queue.push(found)
    }
  }
  return { screens: screens.length, modules, written, made }
}

const said = saidOnFirstScreens({ lazily: true })
/** The same without what they load later. */
const saidAtOnce = saidOnFirstScreens({ lazily: false })
const mayBeSaid = (key: string) =>
  said.written.has(key) || [...said.made].some((start) => key.startsWith(start))

/** The whole keys of a list by namespace. */
function keysOf(list: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(list).flatMap(([namespace, names]) =>
    names.map((name) => `${namespace}.${name}`),
  )
}

/** Each key has a text, a first screen may say it, and it is listed once. */
function expectSaidOnce(listed: readonly string[]): void {
  expect(listed.filter((key) => !(key in english) || !mayBeSaid(key))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
}

test('the first screens and what they load on intent are looked at', () => {
  expect(said.screens).toBe(firstRoutes.length)
  for (const module of [
    'features/home/Hero.tsx',
    'features/catalog/Specifications.tsx',
    'features/search/Suggester.tsx',
    'features/consent/ConsentPrompt.tsx',
  ]) {
    expect(said.modules).toContain(join(source, module))
  }
})

test('every message that a first screen says is critical', () => {
  const late = keys.filter((key) => {
    if (partOf(key) !== 'rest') return false
    const chosen = [...CHOSEN].some((start) => key.startsWith(start))
    return chosen ? said.written.has(key) : mayBeSaid(key)
  })
  expect(late).toEqual([])
})

test('what is said by the script of the first screens itself is there before the page is alive', () => {
  const listed = keysOf(soonKeys)
  expectSaidOnce(listed)
  const atOnce = (key: string) =>
    saidAtOnce.written.has(key) ||
    [...saidAtOnce.made].some((start) => !CHOSEN.has(start) && key.startsWith(start))
  expect(listed.filter(atOnce)).toEqual([])
})

test('the list names messages that exist and that a first screen may say', () => {
  expectSaidOnce(keysOf(criticalKeys))
  const said = (namespace: string) =>
    keys.some((key) => key.startsWith(`${namespace}.`) && mayBeSaid(key))
  expect(criticalNamespaces.filter((namespace) => !said(namespace))).toEqual([])
  expect(criticalNamespaces.filter((namespace) => namespace in criticalKeys)).toEqual([])
})

test.each([
  'home.products',
  'product.add_to_cart',
  'category.vitamins',
  'brand.dove',
  'error.products',
  'list.sort_newest',
  'access.login_needed',
])('%s comes with the page', (key) => {
  expect(english).toHaveProperty([key])
  expect(partOf(key)).toBe('first')
})

test.each(['page.login', 'consent.question', 'nav.logout', 'error.cart_full'])(
  '%s comes when the page is alive',
  (key) => {
    expect(english).toHaveProperty([key])
    expect(partOf(key)).toBe('soon')
  },
)

test.each([
  'rule.full_name_min',
  'checkout.title',
  'mail.verify_subject',
  'page.home_description',
  'error.code_needed',
  'error.wrong_code',
  'error.second_step_on',
])('%s waits for the screen that says it', (key) => {
  expect(partOf(key)).toBe('rest')
})
