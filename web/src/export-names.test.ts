// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './test-setup/sources'

const declared =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm

/** The names that a file declares and exports; re-exported names are declared elsewhere. */
function exportedNames({ text }: Source): string[] {
  return [...text.matchAll(declared)].map(([, name = '']) => name)
}

/** Names that several files export, each with its files. */
function sharedNames(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const source of sources) {
    for (const name of exportedNames(source)) {
      files.set(name, (files.get(name) ?? new Set()).add(source.path))
    }
  }
  return [...files]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
}

/** Names of the language that a component or type must not hide. */
const builtIn = ['Promise', 'Map', 'Set', 'Date', 'Error', 'Symbol', 'Object', 'Array', 'Number']

describe('exported names of web/src', () => {
  const sources = readSources('.ts', '.tsx')

  test('a name is exported by one file only', () => {
    expect(sources.flatMap(exportedNames).length).toBeGreaterThan(400)
    expect(sharedNames(sources)).toEqual([])
  })

  test('a screen is named after what it shows', () => {
    const screens = sources.filter(
      ({ path, text }) => path.startsWith('routes/') && text.includes('export default '),
    )
    expect(screens.length).toBeGreaterThan(30)
    const unnamed = screens.filter(
      ({ text }) => !/^export default function [A-Z]\w+Screen\(/m.test(text),
    )
    expect(unnamed.map(({ path }) => path)).toEqual([])
  })

  test('no function, class or type hides a built-in', () => {
    const hiding = new RegExp(`\\b(?:function|class|interface|type) (?:${builtIn.join('|')})\\b`)
    expect(sources.filter(({ text }) => hiding.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('a shared name is found', () => {
    const one = { path: 'a.ts', text: 'export const total = 1' }
    const other = { path: 'b.ts', text: 'export async function total() {}' }
    expect(sharedNames([one, other])).toEqual(['total: a.ts, b.ts'])
    expect(sharedNames([one, { path: 'c.ts', text: "export { total } from './a'" }])).toEqual([])
  })
})
