// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/** The files that each file imports, by path. */
type Imports = ReadonlyMap<string, readonly string[]>

const importing =
  /(?:^|[\s;])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

/** Reads which script of a folder imports which; types count too. */
function readImports(folder: string): Imports {
  const root = join(repository, folder)
  const texts = new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|m?js)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('node_modules'))
      .map((file) => [relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]),
  )
  return importsOf(texts)
}

function importsOf(texts: ReadonlyMap<string, string>): Imports {
  const endings = ['', '.ts', '.tsx', '.js', '.mjs']
  return new Map(
    [...texts].map(([path, text]) => [
      path,
      [...text.matchAll(importing)]
        .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
        .filter((target) => target.startsWith('.'))
        .flatMap((target) => {
          const base = posix.join(posix.dirname(path), target)
          return endings.map((ending) => base + ending).filter((file) => texts.has(file))
        }),
    ]),
  )
}

/** Every circle that a walk along the imports runs into, as 'a → b → a'. */
function circlesIn(imports: Imports): string[] {
  const done = new Set<string>()
  const found: string[] = []
  function walk(path: string, way: readonly string[]) {
    const start = way.indexOf(path)
    if (start >= 0) found.push([...way.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) walk(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) walk(path, [])
  return found
}

describe('imports', () => {
  test.each(['web/src', 'web/build', 'e2e', 'tools'])('%s has no import circle', (folder) => {
    const imports = readImports(folder)
    expect(imports.size).toBeGreaterThan(3)
    expect(circlesIn(imports)).toEqual([])
  })

  test('a circle is found, also one of three files', () => {
    const texts = new Map([
      ['a/one.ts', "import { two } from '../b/two'"],
      ['b/two.ts', "export { three } from './three'"],
      ['b/three.ts', "const load = () => import('../a/one')"],
      ['b/four.ts', "import { two } from './two'"],
    ])
    expect(circlesIn(importsOf(texts))).toEqual(['a/one.ts → b/two.ts → b/three.ts → a/one.ts'])
  })
})
