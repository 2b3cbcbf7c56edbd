import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

import { partOf } from './critical-messages.ts'

const part = /^(.*\/contract\/messages\/\w+\.json)\?texts=(first|soon|rest)$/

/**
 * Cuts a message catalogue in three: `en.json?texts=first` has the messages that a page needs before it is alive,
 * `en.json?texts=soon` the other critical ones, `en.json?texts=rest` the rest. The file itself stays whole, for the server and the tests.
 */
export function splitMessages(): Plugin {
  return {
    name: 'dawa:split-messages',
    enforce: 'pre',
    async load(id) {
      const [, file, wanted] = part.exec(id) ?? []
      if (file === undefined) return null
      this.addWatchFile(file)
      const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')) as object)
      const mine = texts.filter(([key]) => partOf(key) === wanted)
      const code = `export default ${JSON.stringify(Object.fromEntries(mine))}`
      return { code, moduleType: 'js' }
    },
  }
}
