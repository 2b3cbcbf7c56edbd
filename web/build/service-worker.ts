import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, '../service-worker.js')

/**
 * Writes the service worker beside the build and names its version after the files of the build: a
 * new build is a new worker, which deletes what the old one stored.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'dawa:service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const code = await readFile(source, 'utf8')
      const files = Object.keys(bundle).toSorted().join('\n')
      const version = createHash('sha256').update(files).update(code).digest('hex').slice(0, 12)
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: code.replace('__VERSION__', version),
      })
    },
  }
}
