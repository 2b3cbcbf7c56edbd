import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import arabic from '../../../contract/messages/ar.json'
import english from '../../../contract/messages/en.json'
import { answer, api, forgetCsrfToken, listAnswer, whenSignedOut } from './api'
import { ApiError, errorText } from './errors'
import { translator } from './i18n'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  forgetCsrfToken()
  whenSignedOut(() => {})
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const t = translator('english', english)

/** A server that knows which token is good, and counts how often one was asked for. */
function csrfServer(good: () => string) {
  let asked = 0
  const bodies: unknown[] = []
  server.use(
    http.get('*/api/get-csrf-token', () => {
      asked += 1
      return HttpResponse.json({ csrfToken: `token-${asked}` })
    }),
    http.put('*/api/user/cart', async ({ request }) => {
      bodies.push(await request.json())
      if (request.headers.get('CSRF-Token') !== good())
        return HttpResponse.json({ success: false, code: 'csrf', message: '' }, { status: 403 })
      return HttpResponse.json({ success: true, cart: [] })
    }),
  )
  return { asked: () => asked, bodies }
}

const add = () => answer(api.PUT('/api/user/cart', { body: { productId: 'panadol', quantity: 1 } }))

describe('CSRF', () => {
  test('the token is fetched once and sent with every change', async () => {
    const { asked } = csrfServer(() => 'token-1')
    await Promise.all([add(), add()])
    await add()
    expect(asked()).toBe(1)
  })

  test('a stale token is renewed and the call repeated once, with its body', async () => {
    let good = 'token-1'
    const { asked, bodies } = csrfServer(() => good)
    await add()
    good = 'token-2'
    await add()
    expect(asked()).toBe(2)
    expect(bodies).toHaveLength(3)
    expect(bodies[2]).toEqual({ productId: 'panadol', quantity: 1 })
  })

  test('a token that is never right is not tried a third time', async () => {
    const { asked, bodies } = csrfServer(() => 'none')
    await expect(add()).rejects.toMatchObject({ status: 403, code: 'csrf' })
    expect(asked()).toBe(2)
    expect(bodies).toHaveLength(2)
  })

  test('reading needs no token', async () => {
    const { asked } = csrfServer(() => '')
    server.use(http.get('*/api/product/all', () => HttpResponse.json([])))
    await answer(api.GET('/api/product/all'))
    expect(asked()).toBe(0)
  })
})

describe('errors', () => {
  function refuse(status: number, body: unknown, headers: Record<string, string> = {}) {
    server.use(
      http.get('*/api/user/cart', () =>
        typeof body === 'string'
          ? new HttpResponse(body, { status, headers })
          : HttpResponse.json(body as object, { status, headers }),
      ),
    )
    return answer(api.GET('/api/user/cart')).then(
      () => {
        throw new Error('should have been refused')
      },
      (failure: unknown) => failure,
    )
  }

  test('the code decides the text, in either language', async () => {
    const failure = await refuse(409, {
      success: false,
      code: 'out_of_stock',
      message: 'server words',
    })
    expect(errorText(t, failure)).toBe('Out of stock')
    expect(errorText(translator('arabic', arabic), failure)).toBe(arabic['error.out_of_stock'])
  })

  test('field errors keep their field, and others have none', async () => {
    const failure = await refuse(400, {
      success: false,
      code: 'invalid_fields',
      message: '',
      errors: { full_name: 'full_name_min' },
    })
    expect(failure).toMatchObject({ fields: { full_name: 'full_name_min' } })
  })

  test('how long to wait is passed on', async () => {
    const failure = await refuse(
      429,
      { success: false, code: 'rate_limited' },
      { 'Retry-After': '7' },
    )
    expect(failure).toMatchObject({ code: 'rate_limited', retryAfter: 7 })
  })

  test.each([
    ['an answer that is no JSON', 502, '<h1>Bad gateway</h1>'],
    ['a code nobody knows', 500, { success: false, code: 'brand_new_code' }],
  ])('%s says that an error occurred', async (_, status, body) => {
    expect(errorText(t, await refuse(status, body))).toBe('An error occurred')
  })

  test.each([
    ['says that it failed', { success: false, code: 'out_of_stock' }, 'Out of stock'],
    ['says so in words only', { success: false, message: 'Not today' }, 'Not today'],
    ['is the page of a proxy', '<h1>Please wait</h1>', 'An error occurred'],
    ['is empty', '', 'An error occurred'],
  ])('a 200 that %s is a failure, with its message', async (_, body, text) => {
    const failure = await refuse(200, body)
    expect(failure).toBeInstanceOf(ApiError)
    expect(errorText(t, failure)).toBe(text)
  })

  test('no connection says that an error occurred', async () => {
    server.use(http.get('*/api/user/cart', () => HttpResponse.error()))
    const failure: unknown = await answer(api.GET('/api/user/cart')).catch((e) => e)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 0 })
    expect(errorText(t, failure)).toBe('An error occurred')
  })

  test('a call given up is not an error of the shop', async () => {
    server.use(http.get('*/api/user/cart', () => HttpResponse.json({})))
    const control = new AbortController()
    const call = answer(api.GET('/api/user/cart', { signal: control.signal }))
    control.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a lost session leads to sign-in, a wrong password does not', async () => {
    const signedOut = vi.fn<() => void>()
    whenSignedOut(signedOut)
    await refuse(401, { success: false, code: 'login_failed' })
    expect(signedOut).not.toHaveBeenCalled()
    await refuse(401, { success: false, code: 'session_ended' })
    await refuse(401, { success: false, code: 'not_signed_in' })
    expect(signedOut).toHaveBeenCalledTimes(2)
  })
})

test('a list comes with what its headers say', async () => {
  server.use(
    http.get('*/api/product/all', () =>
      HttpResponse.json([], { headers: { 'X-Total-Count': '240', 'X-Max-Price': '89.90' } }),
    ),
  )
  expect(await listAnswer(api.GET('/api/product/all'))).toEqual({
    body: [],
    total: 240,
    maxPrice: 89.9,
  })
})
