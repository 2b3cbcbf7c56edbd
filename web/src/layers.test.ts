// @vitest-environment node
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './test-setup/sources'

/** The layers, lowest first: a layer imports from itself and from those before it. */
const layers = ['generated', 'lib', 'ui', 'domain', 'features', 'routes', 'app']

/** Outside the layers: every layer may import from them. */
const outsideTheLayers = new Set(['styles', 'test-setup'])

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

/** The imports of a file that break the rules, in words. */
function forbiddenImports(source: Source): string[] {
  const from = layerOf(source.path)
  const height = layers.indexOf(from)
  // The entries and the tests of the whole tree are above all layers.
  if (height < 0) return []
  return importsOf(source).flatMap((target) => {
    if (target.startsWith('../')) {
      return target.includes('/contract/')
        ? []
        : [`${source.path} imports from outside the frontend: ${target}`]
    }
    const to = layerOf(target)
    if (outsideTheLayers.has(to)) return []
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

/** Whether a file only re-exports what other files export. */
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

describe('layers of web/src', () => {
  const sources = readSources('.ts', '.tsx')

  test('a file imports from its own layer or a lower one, and no feature imports another', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(forbiddenImports)).toEqual([])
  })

  test('the address is read and changed through lib/router only', () => {
    const theirs = /from ['"]react-router/
    expect(sources.filter(({ text }) => theirs.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('no file is a barrel file', () => {
    expect(sources.filter(isBarrel).map((source) => source.path)).toEqual([])
  })

  test('ui knows nothing of the shop: neither its rules nor its data', () => {
    const knowing = sources.filter(
      ({ path, text }) =>
        path.startsWith('ui/') &&
        !path.includes('.test.') &&
        /contract\/|generated\/api/.test(text),
    )
    expect(knowing.map(({ path }) => path)).toEqual([])
  })

  test('a forbidden import is found', () => {
    const broken = (path: string, text: string) => forbiddenImports({ path, text }).length
    expect(broken('ui/Card.tsx', "import { cart } from '../features/cart/api'")).toBe(1)
    expect(broken('lib/api.ts', "const load = () => import('../routes/home')")).toBe(1)
    expect(broken('features/cart/api.ts', "import type { User } from '../session/api'")).toBe(1)
    expect(broken('domain/order/cart.ts', "import { a } from '../../features/cart/api'")).toBe(1)
    expect(broken('ui/Card.tsx', "import { Price } from '../domain/product/Price'")).toBe(1)
    expect(broken('features/cart/api.ts', "import {\n  a,\n} from '../../app/App'")).toBe(1)
    expect(
      broken(
        'features/cart/Lines.tsx',
        "import { Price } from '../../domain/product/Price'\nimport './api'",
      ),
    ).toBe(0)
    expect(broken('ui/Badge.tsx', "import shop from '../../../contract/shop.json'")).toBe(0)
    expect(broken('ui/Badge.tsx', "import shop from '../../../internal/shop.json'")).toBe(1)
  })

  test('a barrel file is found', () => {
    const barrel = (text: string) => isBarrel({ path: 'ui/index.ts', text })
    expect(barrel("export { Button } from './Button'\nexport * from './Card'\n")).toBe(true)
    expect(barrel("export { a } from './a'\nexport const b = 1\n")).toBe(false)
  })
})
