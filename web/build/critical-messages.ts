import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const source = join(import.meta.dirname, '../src')
const routeTable = join(source, 'app/routes.tsx')

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'(\.[^']+)'/gm
const LAZY = /\bimport\('(\.[^']+)'\)/g
const FIRST_ROW = /import\('\.\.\/(routes\/[\w/-]+)'\)[^}]*?criticalMessages: true/g
const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const WRITTEN = /['"]([a-z0-9_]+\.[a-z0-9_.]+)['"]/g
const MADE = /`([a-z0-9_]+\.[a-z0-9_]*)\$\{/g

/**
 * Made at run time, yet never on a first screen: what is said beside a form's field, and what goes
 * wrong only with what a form sends.
 */
const LATER =
  /^rule\.|^error\.(?:account|address|card|code|cvv|email|idempotency|image|import|link|login|message|notice|order|password|payment|product_(?:changed|code|not_updated)|second_step|status|store|username|wrong)_/

/** What the screens say that a visit begins with. */
export interface CriticalMessages {
  /** The modules that were looked at, from web/src. */
  modules: readonly string[]
  /** Whether a text belongs to the part that comes with the page. */
  has: (key: string) => boolean
}

/**
 * Reads the sources of everything that a first screen may show, what it loads on intent included,
 * and finds the keys written there and the beginnings of keys made at run time. The texts of forms,
 * orders and the desk then come with the first screen that is more than a shop window.
 */
export function criticalMessages(): CriticalMessages {
  const screens = [...readFileSync(routeTable, 'utf8').matchAll(FIRST_ROW)]
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
    // The table names every screen; only the first ones count.
    const lazy = file === routeTable ? [] : [...text.matchAll(LAZY)]
    for (const [, target = ''] of [...text.matchAll(STATIC), ...lazy]) {
      const found = resolve(join(dirname(file), target))
      if (found !== null) queue.push(found)
    }
  }
  return {
    modules: [...modules].map((file) => file.slice(source.length + 1).replaceAll('\\', '/')),
    has: (key) =>
      written.has(key) || (!LATER.test(key) && [...made].some((start) => key.startsWith(start))),
  }
}

/** The file of a module of ours; null for what is no script, such as a style. */
function resolve(path: string): string | null {
  return [`${path}.ts`, `${path}.tsx`].find((file) => existsSync(file)) ?? null
}
