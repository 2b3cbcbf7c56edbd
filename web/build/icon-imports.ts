import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const library = 'lucide-react'
const barrel = fileURLToPath(import.meta.resolve(library))
  .replaceAll('\\', '/')
  .replace(/\/dist\/.*/, '/dist/esm/lucide-react.mjs')
const IMPORT = /import \{([^}]+)\} from ['"]lucide-react['"];?/g
const EXPORTED = /export \{([^}]+)\} from '\.\/(icons\/[\w-]+\.mjs)'/g

/**
 * Has every file import its icons from their own modules. Through the library's barrel file every icon
 * seems to be imported by everyone, and those of all screens would come with the first page.
 */
export function iconImports(): Plugin {
  const files = iconFiles()
  return {
    name: 'dawa:icon-imports',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: library },
      handler: (code) => ({ code: withOwnModules(code, files), map: null }),
    },
  }
}

/** The module of each name that the library exports. */
function iconFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(barrel, 'utf8').matchAll(EXPORTED)) {
    for (const name of names.split(',')) files.set(name.replace(/.* as /, '').trim(), file)
  }
  return files
}

/** The code with each icon imported from its own module; names that are no icons stay as they are. */
export function withOwnModules(code: string, files: ReadonlyMap<string, string>): string {
  return code.replaceAll(IMPORT, (whole, list: string) => {
    const names = list.split(',').map((name) => name.trim())
    const wanted = names.filter((name) => name !== '')
    if (!wanted.every((name) => files.has(name))) return whole
    return wanted
      .map(
        (name) => `import ${name} from '${barrel.replace(/[\w-]+\.mjs$/, files.get(name) ?? '')}'`,
      )
      .join(';')
  })
}
