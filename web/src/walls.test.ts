// @vitest-environment node
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './test-setup/sources'

/** Who may import whom: a layer sees itself and what stands before it. */
const layers = ['generated', 'lib', 'ui', 'features', 'routes', 'app']

/** Reachable from everywhere and reaching nowhere. */
const besideTheWalls = new Set(['styles', 'test-setup'])

const importing =
  /(?:^|[\s;])(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

function importsOf(source: Source): string[] {
  return [...source.text.matchAll(importing)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => posix.join(posix.dirname(source.path), target))
}

function layerOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** What is wrong with the imports of a file, in words. */
function brokenWalls(source: Source): string[] {
  const from = layerOf(source.path)
  const height = layers.indexOf(from)
  // The entries and the tests of the whole tree stand above all layers.
  if (height < 0) return []
  return importsOf(source).flatMap((target) => {
    if (target.startsWith('../')) {
      return target.includes('/contract/')
        ? []
        : [`${source.path} reaches out of the frontend: ${target}`]
    }
    const to = layerOf(target)
    if (besideTheWalls.has(to)) return []
    if (layers.indexOf(to) < 0 || layers.indexOf(to) > height) {
      return [`${source.path} (${from}) imports ${target}`]
    }
    if (
      from === 'features' &&
      to === 'features' &&
      source.path.split('/')[1] !== target.split('/')[1]
    ) {
      return [`${source.path} imports another feature: ${target}`]
    }
    return []
  })
}

/** A barrel is a file that only hands on what others export. */
function isBarrel(source: Source): boolean {
  const rest = source.text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(
      /export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"][^'"]+['"];?/g,
      '',
    )
    .trim()
  return rest === '' && source.text.includes('export')
}

describe('the walls between the layers', () => {
  const sources = readSources('.ts', '.tsx')

  test('every file imports from its own layer or a lower one, and no feature from another', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(brokenWalls)).toEqual([])
  })

  test("links are ours: the router's would bring its framework along", () => {
    const theirs = /import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router'/
    expect(sources.filter(({ text }) => theirs.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('no file is a barrel', () => {
    expect(sources.filter(isBarrel).map((source) => source.path)).toEqual([])
  })

  test('nothing of the shop imports the development page, so no build can contain it', () => {
    const importers = sources.filter(
      (source) =>
        !source.path.startsWith('routes/dev-ui/') &&
        importsOf(source).some((target) => target.startsWith('routes/dev-ui')),
    )
    expect(importers.map((source) => source.path)).toEqual([])
  })

  test('a broken wall is found', () => {
    const broken = (path: string, text: string) => brokenWalls({ path, text }).length
    expect(broken('ui/Card.tsx', "import { cart } from '../features/cart/api'")).toBe(1)
    expect(broken('lib/api.ts', "const load = () => import('../routes/home')")).toBe(1)
    expect(broken('features/cart/api.ts', "import type { User } from '../session/api'")).toBe(1)
    expect(broken('features/cart/api.ts', "import {\n  a,\n} from '../../app/App'")).toBe(1)
    expect(
      broken('features/cart/Lines.tsx', "import { Price } from '../../ui/Price'\nimport './api'"),
    ).toBe(0)
    expect(broken('ui/Badge.tsx', "import shop from '../../../contract/shop.json'")).toBe(0)
    expect(broken('ui/Badge.tsx', "import shop from '../../../internal/shop.json'")).toBe(1)
  })

  test('a barrel is found', () => {
    const barrel = (text: string) => isBarrel({ path: 'ui/index.ts', text })
    expect(barrel("export { Button } from './Button'\nexport * from './Card'\n")).toBe(true)
    expect(barrel("export { a } from './a'\nexport const b = 1\n")).toBe(false)
  })
})
