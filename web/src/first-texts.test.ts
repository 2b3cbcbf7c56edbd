import { posix } from 'node:path'
import { expect, test } from 'vitest'
import english from '../../contract/messages/en.json'
import { isFirstText } from './lib/i18n-parts'
import { readSources, type Source } from './test-setup/sources'

const sources = new Map(readSources('.ts', '.tsx').map((source) => [source.path, source]))

/** Imports that come along at once; types leave no trace, and import() waits for its moment. */
function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'(\.[^']+)'/gm)]
    .map(([, target]) => posix.join(posix.dirname(path), target ?? ''))
    .flatMap((target) => [`${target}.ts`, `${target}.tsx`])
}

function reachableFrom(starts: string[]): Source[] {
  const found = new Map<string, Source>()
  const queue = [...starts]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = sources.get(path)
    if (source === undefined || found.has(path)) continue
    found.set(path, source)
    queue.push(...importsOf(source))
  }
  return [...found.values()]
}

/** Keys written out, and sections of keys made at run time. */
function textsOf(source: Source): string[] {
  const text = source.text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const written = [...text.matchAll(/'([a-z0-9_]+\.[a-z0-9_.]+)'/g)]
    .map(([, key]) => key ?? '')
    .filter((key) => Object.hasOwn(english, key))
  const made = [...text.matchAll(/`([a-z0-9_]+\.)\$\{/g)].map(([, section]) => section ?? '')
  return [...written, ...made]
}

/** The text beside a form's field; a form is never among the first screens. */
const OF_FORMS = 'rule.'

test('screens that come with the first texts say nothing else', () => {
  const table = sources.get('app/routes.tsx')?.text ?? ''
  const rows = table.matchAll(/import\('\.\.\/(routes\/[\w/-]+)'\)[^}]*?firstTexts: true/g)
  const screens = [...rows].map(([, file]) => `${file}.tsx`)
  expect(new Set(screens)).toEqual(
    new Set([
      'routes/home.tsx',
      'routes/product/category.tsx',
      'routes/product/discounts.tsx',
      'routes/product/detail.tsx',
      'routes/search-results.tsx',
      'routes/brand.tsx',
    ]),
  )

  const modules = reachableFrom(['entry-client.tsx', ...screens])
  expect(modules.map((module) => module.path)).toContain('features/home/Hero.tsx')
  const stray = modules.flatMap((module) =>
    textsOf(module)
      .filter((key) => key !== OF_FORMS && !isFirstText(key))
      .map((key) => `${module.path}: ${key}`),
  )
  expect(stray).toEqual([])
})
