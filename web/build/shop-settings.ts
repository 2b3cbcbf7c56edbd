import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const IMPORT = /import shop from ['"]([^'"]+\/contract\/shop\.json)['"];?/
const SETTING = /\bshop\.([a-z_]+)/g
const ONE = /^(.*\/contract\/shop\.json)\?setting=(\w+)$/

/**
 * Has every file import only those settings of `contract/shop.json` that it reads, each as a module of its own
 * (`shop.json?setting=brands`). The file as a whole would come with every first page, with the transitions of orders
 * and the forms of medicines.
 */
export function shopSettings(): Plugin {
  return {
    name: 'dawa:shop-settings',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [, file, setting] = ONE.exec(id) ?? []
      if (file === undefined || setting === undefined) return null
      this.addWatchFile(file)
      const all = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
      if (!(setting in all)) this.error(`${file} has no ${setting}`)
      return { code: `export default ${JSON.stringify(all[setting])}`, moduleType: 'js' }
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: 'contract/shop.json' },
      handler: (code) => ({ code: withOwnSettings(code), map: null }),
    },
  }
}

/** The code with an import for each setting that it reads. */
export function withOwnSettings(code: string): string {
  const file = IMPORT.exec(code)?.[1]
  if (file === undefined) return code
  const read = new Set<string>()
  const rest = code.replace(IMPORT, '').replaceAll(SETTING, (_, setting: string) => {
    read.add(setting)
    return `shop_${setting}`
  })
  const imports = [...read].map((name) => `import shop_${name} from '${file}?setting=${name}';`)
  return imports.join('') + rest
}
