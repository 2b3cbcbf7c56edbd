import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const textAsset = /\.(js|css|svg|json|txt|html)$/

/**
 * Writes `.br` and `.gz` beside every text asset, so that the server never spends a request's
 * time on compressing what never changes.
 */
export function compressAssets(): Plugin {
  return {
    name: 'dawa:compress-assets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(options) {
        if (options.dir === undefined) return
        const folder = join(options.dir, 'assets')
        const files = await readdir(folder, { recursive: true }).catch(() => [])
        await Promise.all(
          files.filter((file) => textAsset.test(file)).map((file) => compress(join(folder, file))),
        )
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
