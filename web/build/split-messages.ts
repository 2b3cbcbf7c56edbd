import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

import { isCriticalMessage } from './critical-messages.ts'

const part = /^(.*\/contract\/messages\/\w+\.json)\?texts=(first|rest)$/

/**
 * Cuts a message catalogue in two: `en.json?texts=first` has the critical messages,
 * `en.json?texts=rest` all the others. The file itself stays whole, for the server and the tests.
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
      const mine = texts.filter(([key]) => isCriticalMessage(key) === (wanted === 'first'))
      const code = `export default ${JSON.stringify(Object.fromEntries(mine))}`
      return { code, moduleType: 'js' }
    },
  }
}
