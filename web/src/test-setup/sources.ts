import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One file of web/src. */
export interface Source {
  /** From web/src, with forward slashes. */
  path: string
  text: string
}

const root = join(import.meta.dirname, '..')

/** Reads the hand-written sources of web/src that end in one of the extensions. */
export function readSources(...extensions: string[]): Source[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(root, file).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8'),
    }))
    .filter((source) => !source.path.startsWith('generated/'))
}
