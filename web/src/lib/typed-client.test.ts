import { expect, test, vi } from 'vitest'
import type { paths } from '../generated/api'
import { createTypedClient } from './typed-client'

function clientOf(answer: () => Response) {
  const fetch = vi.fn<(request: Request) => Promise<Response>>(async () => answer())
  return { fetch, api: createTypedClient<paths>({ baseUrl: 'http://shop.test', fetch }) }
}

test('fills the path, writes the query, leaves out what is not said', async () => {
  const { api, fetch } = clientOf(() => Response.json([]))
  await api.GET('/api/brand/{brand}', {
    params: { path: { brand: 'head and shoulders/x' }, query: { page: 2, sort: undefined } },
  })
  const request = fetch.mock.calls[0]?.[0]
  expect(request?.url).toBe('http://shop.test/api/brand/head%20and%20shoulders%2Fx?page=2')
  expect(request?.method).toBe('GET')
  expect(request?.headers.has('Content-Type')).toBe(false)
})

test('sends JSON, and gives the data of an answer', async () => {
  const { api, fetch } = clientOf(() => Response.json({ success: true, code: 'done' }))
  const { data } = await api.PUT('/api/user/language', { body: { language: 'arabic' } })
  expect(data).toEqual({ success: true, code: 'done' })
  const request = fetch.mock.calls[0]?.[0]
  expect(request?.headers.get('Content-Type')).toBe('application/json')
  expect(await request?.json()).toEqual({ language: 'arabic' })
})

test('a refusal is an error, also when it is no JSON', async () => {
  const refused = clientOf(() => Response.json({ code: 'csrf' }, { status: 403 }))
  const { data, error } = await refused.api.GET('/api/user/status')
  expect(data).toBeUndefined()
  expect(error).toEqual({ code: 'csrf' })
  const proxy = clientOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect((await proxy.api.GET('/api/user/status')).error).toBe('<h1>Bad gateway</h1>')
})

test('an empty answer has no data', async () => {
  const { api } = clientOf(() => new Response(null, { status: 204 }))
  expect((await api.GET('/api/user/status')).data).toBeUndefined()
})
