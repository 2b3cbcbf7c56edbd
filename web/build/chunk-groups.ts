/** What the bundler tells about a module when it asks for the chunk to put it in. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** The screens that most visits begin with, by what they have in common. */
const SCREENS: readonly [RegExp, 'home' | 'list' | 'product'][] = [
  [/\/src\/routes\/home\.tsx$/, 'home'],
  [/\/src\/routes\/(?:brand|search-results|product\/(?:category|discounts))\.tsx$/, 'list'],
  [/\/src\/routes\/product\/detail\.tsx$/, 'product'],
]
const ENTRY = /\/src\/entry-client\.tsx$/

/**
 * Names the chunk of a module that several of the first screens share, so that each of them loads a
 * few files and nothing that only the others need; null leaves a module to the bundler.
 */
export function firstScreenChunk(id: string, graph: ModuleGraph): string | null {
  const { entry, screens, files } = reachedFrom(id, graph)
  if (entry || (screens.has('home') && screens.size > 1)) return 'first'
  if (screens.size > 1) return 'lists-and-product'
  return screens.has('list') && files > 1 ? 'lists' : null
}

/** Which of the first screens import a module, directly or through others. */
function reachedFrom(id: string, graph: ModuleGraph) {
  const screens = new Set<string>()
  const seen = new Set([id])
  let entry = false
  let files = 0
  const queue = [id]
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    const path = module.replaceAll('\\', '/')
    entry ||= ENTRY.test(path)
    for (const [pattern, screen] of SCREENS) {
      if (!pattern.test(path)) continue
      screens.add(screen)
      files += 1
    }
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) {
      if (seen.has(importer)) continue
      seen.add(importer)
      queue.push(importer)
    }
  }
  return { entry, screens, files }
}
