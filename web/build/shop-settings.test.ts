// @vitest-environment node
import { join } from 'node:path'
import { expect, test } from 'vitest'

import shop from '../../contract/shop.json'
import { shopSettings, withOwnSettings } from './shop-settings.ts'

const file = join(import.meta.dirname, '../../contract/shop.json')

async function load(id: string) {
  const { load: hook } = shopSettings()
  if (typeof hook !== 'function') throw new Error('no load hook')
  const here = {
    addWatchFile: () => {},
    error: (reason: string) => {
      throw new Error(reason)
    },
  }
  return hook.call(here as never, id)
}

test('every setting that a file reads is imported on its own, once', () => {
  const code = [
    "import shop from '../../contract/shop.json'",
    'const most = shop.search.query_max',
    'const least = shop.search.autocomplete_min + shop.quantity.min',
  ].join('\n')
  expect(withOwnSettings(code).split('\n')).toEqual([
    "import shop_search from '../../contract/shop.json?setting=search';" +
      "import shop_quantity from '../../contract/shop.json?setting=quantity';",
    'const most = shop_search.query_max',
    'const least = shop_search.autocomplete_min + shop_quantity.min',
  ])
})

test('a file that reads no setting stays as it is', () => {
  const code = "const shop = t('common.site_name')\nshop.trim()"
  expect(withOwnSettings(code)).toBe(code)
})

test('a setting is a module of its own, and one that is not there ends the build', async () => {
  expect(await load(`${file}?setting=brands`)).toMatchObject({
    code: `export default ${JSON.stringify(shop.brands)}`,
  })
  expect(await load(file)).toBeNull()
  await expect(load(`${file}?setting=colours`)).rejects.toThrow('has no colours')
})
