import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const library = 'lucide-react'
const barrel = fileURLToPath(import.meta.resolve(library))
  .replaceAll('\\', '/')
  .replace(/\/dist\/.*/, '/dist/esm/lucide-react.mjs')
const IMPORT = /import \{([^}]+)\} from ['"]lucide-react['"];?/g
/** The module of an icon. */
export const ICON = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/
/** What of it is replaced. */
const MAKER = /import createLucideIcon from '[^']+'/
const ownMaker = join(import.meta.dirname, '../src/ui/create-icon.ts').replaceAll('\\', '/')
const NAME = /^ *name: "[\w-]+",\n/m
const KEY = /,\s+key: "\w+"/g
const ALIASES = /,\s+aliases: \[[^\]]*\]/
const EXPORTED = /export \{([^}]+)\} from '\.\/(icons\/[\w-]+\.mjs)'/g

/**
 * Has every file import its icons from their own modules, and these make their components with our own
 * few lines. Through the library's barrel file every icon seems to be imported by everyone, and those of
 * all screens would come with the first page.
 */
export function iconImports(): Plugin {
  const files = iconFiles()
  return {
    name: 'dawa:icon-imports',
    apply: 'build',
    transform: {
      filter: { id: [/\/src\/.*\.tsx?$/, ICON], code: library },
      handler: (code, id) => ({
        code: ICON.test(id) ? leanIcon(code) : withOwnModules(code, files),
        map: null,
      }),
    },
  }
}

/** An icon's module that makes its component with our own few lines, without the names and keys they do not need. */
export function leanIcon(code: string): string {
  return code
    .replace(MAKER, `import { createIcon as createLucideIcon } from '${ownMaker}'`)
    .replace(NAME, '')
    .replace(ALIASES, '')
    .replaceAll(KEY, '')
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
