// @vitest-environment node
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressAssets } from './compress-assets'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dawa-compress-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('a build leaves .br and .gz beside each text asset, holding the same bytes', async () => {
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/entry.js'), 'console.log("hello".repeat(3))')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [compressAssets()],
    build: {
      outDir: 'dist',
      rolldownOptions: { input: 'src/entry.js', output: { entryFileNames: 'assets/js/entry.js' } },
    },
  })
  const assets = join(folder, 'dist/assets/js')
  expect((await readdir(assets)).toSorted()).toEqual(['entry.js', 'entry.js.br', 'entry.js.gz'])
  const plain = await readFile(join(assets, 'entry.js'))
  expect(brotliDecompressSync(await readFile(join(assets, 'entry.js.br'))).equals(plain)).toBe(true)
  expect(gunzipSync(await readFile(join(assets, 'entry.js.gz'))).equals(plain)).toBe(true)
})
