// @vitest-environment node
import { join } from 'node:path'
import { expect, test } from 'vitest'

import english from '../../contract/messages/en.json'
import { splitMessages } from './split-messages.ts'

const file = join(import.meta.dirname, '../../contract/messages/en.json')

async function load(id: string): Promise<object | null> {
  const { load: hook } = splitMessages()
  if (typeof hook !== 'function') throw new Error('no load hook')
  const module = await hook.call({ addWatchFile: () => {} } as never, id)
  if (typeof module !== 'object' || module?.code === undefined) return null
  return JSON.parse(module.code.replace('export default ', '')) as object
}

test('the three parts are the whole catalogue, and none holds what another has', async () => {
  const first = await load(`${file}?texts=first`)
  const soon = await load(`${file}?texts=soon`)
  const rest = await load(`${file}?texts=rest`)
  const parts = [first, soon, rest].map((part) => Object.entries(part ?? {}))
  expect(Object.fromEntries(parts.flat())).toEqual(english)
  expect(parts.flat().length).toBe(Object.keys(english).length)
  expect(first).toHaveProperty(['home.products'])
  expect(soon).toHaveProperty(['error.cart_full'])
  expect(rest).toHaveProperty(['rule.full_name_min'])
})

test('the whole file is left alone', async () => {
  expect(await load(file)).toBeNull()
})
