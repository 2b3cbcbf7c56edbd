import { ICON } from './icon-imports.ts'

/** What the bundler tells about a module when it asks for the chunk to put it in. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** The screens that most visits begin with, by what they have in common. */
const SCREENS: readonly [RegExp, 'home' | 'list' | 'product'][] = [
  [/\/src\/routes\/home\.tsx$/, 'home'],
  [/\/src\/routes\/(?:brand|concern|search-results|product\/(?:category|discounts))\.tsx$/, 'list'],
  [/\/src\/routes\/product\/detail\.tsx$/, 'product'],
]
const ENTRY = /\/src\/entry-client\.tsx$/
/** What is fetched when the page is alive: what only shows once something has happened. */
const AFTER_ALIVE =
  /\/src\/(?:app\/LayoutExtras|app\/error-report|ui\/ToastItem|lib\/connection)\.tsx?$/
/** The icons of all later screens: in one chunk, not in a dozen that hold one icon each. */
const laterIcons = 'icons'

/** What imports a module, directly or through others. */
interface Reached {
  entry: boolean
  afterAlive: boolean
  screens: ReadonlySet<string>
}

/** The libraries of every page, and the bundler's own loader: a chunk that changes only when one of them does. */
export const vendor = {
  name: 'vendor',
  test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|^\0vite\/preload-helper/,
}

/**
 * The chunks of our own code that the first screens load; the first that fits counts. They are few and large, because
 * what is compressed together compresses better. Every screen has a chunk of its own beside them, named after its route
 * file (file-names.ts), and each language three of messages (critical-messages.ts).
 */
const sharedChunks: readonly { name: string; holds: (reached: Reached) => boolean }[] = [
  // What the entry imports, and what Home shares with another first screen.
  {
    name: 'first',
    holds: ({ entry, screens }) => entry || (screens.has('home') && screens.size > 1),
  },
  // What lists and the product share.
  { name: 'lists-and-product', holds: ({ screens }) => screens.size > 1 },
  // What only lists need, or only the product, beside later screens.
  { name: 'lists', holds: ({ screens }) => screens.has('list') },
  { name: 'product', holds: ({ screens }) => screens.has('product') },
  // What no first screen needs before the page is alive.
  { name: 'after-alive', holds: ({ afterAlive }) => afterAlive },
]

/** The chunks that every page has loaded before any other. */
export const onEveryPage: readonly string[] = [
  'vendor',
  'rolldown-runtime',
  'entry-client',
  'first',
]

/**
 * Names the chunk of a module that the first screens need, so that each of them loads a few files and
 * nothing that only the others need; null leaves a module to the bundler.
 */
export function firstScreenChunk(id: string, graph: ModuleGraph): string | null {
  // The manifest names a screen's chunk by its route file, which the server looks for.
  if (SCREENS.some(([screen]) => screen.test(id.replaceAll('\\', '/')))) return null
  const reached = reachedFrom(id, graph)
  const shared = sharedChunks.find(({ holds }) => holds(reached))?.name
  if (shared !== undefined || !ICON.test(id)) return shared ?? null
  return reached.screens.size === 0 ? laterIcons : 'first'
}

/** Which of the first screens import a module, directly or through others. */
function reachedFrom(id: string, graph: ModuleGraph): Reached {
  const screens = new Set<string>()
  const seen = new Set([id])
  let entry = false
  let afterAlive = false
  const queue = [id]
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    const path = module.replaceAll('\\', '/')
    entry ||= ENTRY.test(path)
    afterAlive ||= AFTER_ALIVE.test(path)
    for (const [pattern, screen] of SCREENS) {
      if (pattern.test(path)) screens.add(screen)
    }
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      queue.push(importer)
    }
  }
  return { entry, afterAlive, screens }
}
