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

test('the two parts are the whole catalogue, and neither holds what the other has', async () => {
  const first = await load(`${file}?texts=first`)
  const rest = await load(`${file}?texts=rest`)
  expect({ ...first, ...rest }).toEqual(english)
  expect(Object.keys(first ?? {}).length + Object.keys(rest ?? {}).length).toBe(
    Object.keys(english).length,
  )
  expect(first).toHaveProperty(['home.products'])
  expect(rest).toHaveProperty(['rule.full_name_min'])
})

test('the whole file is left alone', async () => {
  expect(await load(file)).toBeNull()
})
