import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { around, pass } from '../../test-setup/query-page'
import { QueryClient } from './query-client'
import { queryOptions } from './query-options'
import { useQuery } from './use-query'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A client with three answers, of which `['orders', 1]` is shown. */
async function someAnswers() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const queryFn = vi.fn(() => 'fetched')
  const options = { queryKey: ['orders', 1], queryFn, meta: { personal: true } }
  client.setQueryData(['orders', 1], 'one')
  client.setQueryData(['orders', 12], 'twelve')
  client.setQueryData(['rate'], 'rate')
  const { result } = renderHook(() => useQuery(options).data, { wrapper: around(client) })
  await pass()
  const keys = () =>
    client
      .getQueryCache()
      .findAll()
      .map(({ queryKey }) => queryKey.join(' '))
  return { client, queryFn, shown: () => result.current, keys }
}

describe('QueryClient', () => {
  test('finds queries by the beginning of their key, by whether they are shown and by a predicate', async () => {
    const { client } = await someAnswers()
    const found = (filters: Parameters<ReturnType<QueryClient['getQueryCache']>['findAll']>[0]) =>
      client
        .getQueryCache()
        .findAll(filters)
        .map(({ queryKey }) => queryKey.at(-1))
    expect(found({ queryKey: ['orders'] })).toEqual([1, 12])
    expect(found({ queryKey: ['orders', 1] })).toEqual([1])
    expect(found({ type: 'active' })).toEqual([1])
    expect(found({ type: 'inactive' })).toEqual([12, 'rate'])
    expect(found({ predicate: ({ meta }) => meta?.['personal'] === true })).toEqual([1])
  })

  test('invalidating fetches what is shown at once, and the rest when it is shown again', async () => {
    const { client, queryFn, shown } = await someAnswers()
    await client.invalidateQueries({ queryKey: ['orders'] })
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(shown()).toBe('fetched')
    const stale = client.getQueryCache().findAll({ predicate: (query) => query.isStale(60_000) })
    expect(stale.map(({ queryKey }) => queryKey)).toEqual([['orders', 12]])
  })

  test('invalidating without fetching leaves what is shown to the next who shows it', async () => {
    const { client, queryFn, shown } = await someAnswers()
    await client.invalidateQueries({ refetchType: 'none' })
    await pass()
    expect(queryFn).not.toHaveBeenCalled()
    expect(shown()).toBe('one')
    renderHook(() => useQuery({ queryKey: ['orders', 1], queryFn }), { wrapper: around(client) })
    await pass()
    expect(shown()).toBe('fetched')
  })

  test('removes answers', async () => {
    const { client, keys } = await someAnswers()
    client.removeQueries({ type: 'inactive' })
    expect(keys()).toEqual(['orders 1'])
  })

  test('what is removed while it is shown is asked for at the next render', async () => {
    const client = new QueryClient()
    const queryFn = vi.fn(() => 'fetched')
    const { result, rerender } = renderHook(() => useQuery({ queryKey: ['a'], queryFn }).data, {
      wrapper: around(client),
    })
    await pass()
    client.removeQueries({ queryKey: ['a'] })
    expect(result.current).toBe('fetched')
    rerender()
    expect(result.current).toBeUndefined()
    await pass()
    expect(result.current).toBe('fetched')
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  test('resetting takes an answer off the screen, and asks again', async () => {
    const { client, queryFn, shown } = await someAnswers()
    for (const query of client.getQueryCache().findAll({ type: 'active' })) query.reset()
    await pass()
    expect(shown()).toBeUndefined()
    void client.refetchQueries({ type: 'active' })
    await pass()
    expect(shown()).toBe('fetched')
    await client.resetQueries({ queryKey: ['orders'] })
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(client.getQueryData(['orders', 12])).toBeUndefined()
  })

  test('puts answers into the cache: a new one, one made of the former, or none', () => {
    const client = new QueryClient()
    client.setQueryData<number>(['a'], 1)
    client.setQueryData<number>(['a'], (before = 0) => before + 1)
    client.setQueryData<number>(['a'], () => undefined)
    client.setQueryData<number>(['b'], (before) => before)
    expect(client.getQueryData(['a'])).toBe(2)
    expect(client.getQueryCache().findAll()).toHaveLength(1)
    client.setQueriesData<number>({ queryKey: [] }, (before = 0) => before * 10)
    expect(client.getQueryData(['a'])).toBe(20)
  })

  test('fetchQuery gives a fresh answer from the cache, else asks; it rejects when that fails', async () => {
    const client = new QueryClient()
    const queryFn = vi.fn(() => 'fetched')
    const options = { queryKey: ['a'], queryFn }
    expect(await client.fetchQuery(options)).toBe('fetched')
    expect(await client.fetchQuery({ ...options, staleTime: 1000 })).toBe('fetched')
    expect(queryFn).toHaveBeenCalledTimes(1)
    await client.fetchQuery({ ...options, staleTime: 0 })
    expect(queryFn).toHaveBeenCalledTimes(2)
    const failing = { queryKey: ['b'], queryFn: () => Promise.reject(new Error('no line')) }
    await expect(client.fetchQuery(failing)).rejects.toThrow('no line')
  })

  test('tells at once of every change of the cache', () => {
    const client = new QueryClient()
    const listener = vi.fn()
    const stop = client.getQueryCache().subscribe(listener)
    client.setQueryData(['a'], 1)
    expect(listener).toHaveBeenCalled()
    listener.mockClear()
    client.removeQueries({ queryKey: ['a'] })
    expect(listener).toHaveBeenCalled()
    stop()
    listener.mockClear()
    client.setQueryData(['a'], 1)
    expect(listener).not.toHaveBeenCalled()
  })

  test('a key of query options knows the type of its answer', () => {
    const client = new QueryClient()
    const options = queryOptions({ queryKey: ['count', 'a'], queryFn: () => Promise.resolve(1) })
    expectTypeOf(client.getQueryData(options.queryKey)).toEqualTypeOf<number | undefined>()
    expectTypeOf(client.fetchQuery(options)).toEqualTypeOf<Promise<number>>()
    // @ts-expect-error: the answer is a number.
    client.setQueryData(options.queryKey, 'two')
    client.setQueryData(options.queryKey, (before) => (before ?? 0) + 1)
  })
})
