import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { around, pass, setOnline, setVisible, slowCall } from '../../test-setup/query-page'
import { QueryClient } from './query-client'
import type { QueryOptions } from './query-options'
import { useQuery } from './use-query'

const queryKey = ['cart']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  setOnline(true)
  vi.useRealTimers()
})

/** A component that shows a query, and everything that happened since it was put on the screen. */
function show<Data>(options: QueryOptions<Data>, client = new QueryClient()) {
  const { result, unmount } = renderHook(() => ({ ...useQuery(options) }), {
    wrapper: around(client),
  })
  return { client, shown: () => result.current, unmount }
}

/** A call that fails the given number of times. */
function failing(times: number) {
  const queryFn = vi.fn(async () => {
    if (queryFn.mock.calls.length <= times) throw new Error('no line')
    return 'answer'
  })
  return queryFn
}

describe('retry', () => {
  test('a fetch is tried as often as the number says, twice as long after each failure', async () => {
    const queryFn = failing(9)
    const { shown } = show({ queryKey, queryFn, retry: 2 })
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(shown()).toMatchObject({ failureCount: 1, isPending: true, isFetching: true })
    await pass(980)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(20)
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(1960)
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(40)
    expect(queryFn).toHaveBeenCalledTimes(3)
    expect(shown()).toMatchObject({ isError: true, isFetching: false, failureCount: 3 })
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(3)
  })

  test('a function decides by the failures so far and by the error, and says how long to wait', async () => {
    const retry = vi.fn<(failures: number, error: Error) => boolean>((failures) => failures < 1)
    const retryDelay = vi.fn<(failures: number, error: Error) => number>(
      (failures) => 400 + failures,
    )
    const queryFn = failing(9)
    const { shown } = show({ queryKey, queryFn, retry, retryDelay })
    await pass(390)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(10)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(shown().error?.message).toBe('no line')
    expect(retry.mock.calls.map(([failures]) => failures)).toEqual([0, 1])
    expect(retryDelay).toHaveBeenCalledWith(0, shown().error)
  })

  test('true goes on until there is an answer, which clears the failures', async () => {
    const { shown } = show({ queryKey, queryFn: failing(5), retry: true, retryDelay: 10 })
    await pass(30)
    expect(shown().failureCount).toBeGreaterThan(1)
    await pass(100)
    expect(shown()).toMatchObject({ data: 'answer', failureCount: 0, isSuccess: true })
  })

  test('whoever presses "try again" before there is an answer does not wait for the next attempt', async () => {
    const queryFn = failing(1)
    const { shown } = show({ queryKey, queryFn, retry: true, retryDelay: 30_000 })
    await pass()
    await act(async () => void shown().refetch({ cancelRefetch: false }))
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
    await act(async () => void shown().refetch())
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(shown()).toMatchObject({ data: 'answer', failureCount: 0 })
  })

  test('waits while nobody looks at the tab', async () => {
    const queryFn = failing(1)
    const { shown } = show({ queryKey, queryFn, retry: true, retryDelay: 10 })
    await pass()
    setVisible(false)
    await pass(1000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(shown().isFetching).toBe(false)
    setVisible(true)
    await pass()
    expect(shown().data).toBe('answer')
  })

  test('ends when nobody needs the answer any more', async () => {
    const queryFn = vi.fn(() => Promise.reject(new Error('no line')))
    const { unmount } = show({ queryKey, queryFn, retry: true, retryDelay: 10 })
    await pass()
    unmount()
    await pass(1000)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('goes on for somebody who asks before the last attempt has failed', async () => {
    const failures: (() => void)[] = []
    const queryFn = vi.fn(
      () => new Promise<string>((_, fail) => failures.push(() => fail(new Error('no line')))),
    )
    const client = new QueryClient()
    const options = { queryKey, queryFn, retry: true, retryDelay: 10 }
    show(options, client).unmount()
    await pass()
    show(options, client)
    failures[0]?.()
    await pass(20)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  test('ends when the fetch is cancelled', async () => {
    const queryFn = failing(9)
    const { client } = show({ queryKey, queryFn, retry: true, retryDelay: 10 })
    await pass()
    void client.cancelQueries({ queryKey })
    await pass(1000)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})

describe('a fetch without a line', () => {
  test('waits, and begins when the line is back', async () => {
    const queryFn = vi.fn(() => 'answer')
    const client = new QueryClient()
    renderHook(() => null, { wrapper: around(client) })
    setOnline(false)
    const { shown } = show({ queryKey, queryFn }, client)
    await pass()
    expect(queryFn).not.toHaveBeenCalled()
    expect(shown()).toMatchObject({ isPending: true, isFetching: false })
    setOnline(true)
    await pass()
    expect(shown().data).toBe('answer')
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('begins at once when it needs none', async () => {
    const client = new QueryClient()
    renderHook(() => null, { wrapper: around(client) })
    setOnline(false)
    const { shown } = show({ queryKey, queryFn: () => 'answer', networkMode: 'always' }, client)
    await pass()
    expect(shown().data).toBe('answer')
  })

  test('a retry waits for the line as well', async () => {
    const queryFn = failing(1)
    const { shown } = show({ queryKey, queryFn, retry: true, retryDelay: 10 })
    await pass()
    setOnline(false)
    await pass(1000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    setOnline(true)
    await pass()
    expect(shown().data).toBe('answer')
  })

  test('nobody waits for a renewal that waits for the line', async () => {
    const { client } = show({ queryKey, queryFn: () => 'answer' })
    await pass()
    setOnline(false)
    const done = vi.fn()
    void client.invalidateQueries({ queryKey }).then(done)
    await pass()
    expect(done).toHaveBeenCalled()
  })

  test('one that nobody needs any more is given up', async () => {
    const queryFn = vi.fn(() => 'answer')
    const client = new QueryClient()
    renderHook(() => null, { wrapper: around(client) })
    setOnline(false)
    const { unmount } = show({ queryKey, queryFn }, client)
    await pass()
    unmount()
    await pass()
    setOnline(true)
    await pass()
    expect(queryFn).not.toHaveBeenCalled()
  })
})

describe('what renews a stale answer', () => {
  test.each([
    ['the reader comes back', () => (setVisible(false), setVisible(true))],
    ['the line comes back', () => (setOnline(false), setOnline(true))],
  ])('%s: only stale answers that are shown', async (_, comeBack) => {
    const stale = vi.fn(() => 'answer')
    const fresh = vi.fn(() => 'answer')
    const client = new QueryClient()
    show({ queryKey: ['stale'], queryFn: stale }, client)
    show({ queryKey: ['fresh'], queryFn: fresh, staleTime: 60_000 }, client)
    show({ queryKey: ['left'], queryFn: stale }, client).unmount()
    await pass()
    stale.mockClear()
    fresh.mockClear()
    comeBack()
    await pass()
    expect(stale).toHaveBeenCalledTimes(1)
    expect(fresh).not.toHaveBeenCalled()
  })

  test('the reader comes back: not where the query says no', async () => {
    const queryFn = vi.fn(() => 'answer')
    show({ queryKey, queryFn, refetchOnWindowFocus: false })
    await pass()
    setVisible(false)
    setVisible(true)
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('the line comes back: not what needs none, and not when it was never away', async () => {
    const queryFn = vi.fn(() => 'answer')
    const other = vi.fn(() => 'answer')
    const client = new QueryClient()
    show({ queryKey, queryFn, networkMode: 'always' }, client)
    show({ queryKey: ['other'], queryFn: other }, client)
    await pass()
    setOnline(true)
    await pass()
    expect(other).toHaveBeenCalledTimes(1)
    setOnline(false)
    setOnline(true)
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})

describe('a fetch under way', () => {
  test('is aborted when nobody needs its answer, and the state is as before', async () => {
    const { calls, queryFn } = slowCall()
    const { client, unmount } = show({ queryKey, queryFn })
    await pass()
    unmount()
    await pass()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(client.getQueryCache().findAll()[0]?.state.fetchStatus).toBe('idle')
  })

  test('that cannot be aborted brings its answer', async () => {
    const answers: ((data: string) => void)[] = []
    const queryFn = () => new Promise<string>((answer) => answers.push(answer))
    const { client, unmount } = show({ queryKey, queryFn })
    await pass()
    unmount()
    await pass()
    answers[0]?.('answer')
    await pass()
    expect(client.getQueryData(queryKey)).toBe('answer')
  })

  test('invalidated meanwhile begins anew, and the old answer does not overwrite the new one', async () => {
    const { calls, queryFn } = slowCall()
    const client = new QueryClient()
    client.setQueryData(queryKey, 'first')
    const { shown } = show({ queryKey, queryFn }, client)
    await pass()
    void client.invalidateQueries({ queryKey })
    await pass()
    expect(calls).toHaveLength(2)
    expect(calls[0]?.signal.aborted).toBe(true)
    calls[1]?.answer('new')
    await pass()
    calls[0]?.answer('old')
    await pass()
    expect(shown()).toMatchObject({ data: 'new', isFetching: false })
  })

  test('whoever waits for one that began anew gets the new answer', async () => {
    const { calls, queryFn } = slowCall()
    const client = new QueryClient()
    client.setQueryData(queryKey, 'first')
    show({ queryKey, queryFn }, client)
    const waiting = client.fetchQuery({ queryKey, queryFn })
    void client.invalidateQueries({ queryKey })
    await pass()
    calls.at(-1)?.answer('new')
    expect(await waiting).toBe('new')
  })

  test('without an answer so far goes on when it is invalidated', async () => {
    const { calls, queryFn } = slowCall()
    const { client } = show({ queryKey, queryFn })
    await pass()
    void client.invalidateQueries({ queryKey })
    await pass()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.signal.aborted).toBe(false)
  })

  test('cancelled goes back to what was there before it', async () => {
    const { calls, queryFn } = slowCall()
    const client = new QueryClient()
    client.setQueryData(queryKey, 'before')
    const { shown } = show({ queryKey, queryFn }, client)
    await pass()
    await client.cancelQueries({ queryKey })
    calls[0]?.answer('late')
    await pass()
    expect(shown()).toMatchObject({ data: 'before', isFetching: false })
  })

  test('cancelled leaves what was outdated before it outdated', async () => {
    const { queryFn } = slowCall()
    const client = new QueryClient()
    client.setQueryData(queryKey, 'before')
    await client.invalidateQueries({ queryKey })
    show({ queryKey, queryFn, staleTime: Infinity }, client)
    await pass()
    await client.cancelQueries({ queryKey })
    await pass()
    expect(client.getQueryCache().findAll()[0]?.isStale(Infinity)).toBe(true)
  })

  test('cancelled does not take back what was put into the cache meanwhile', async () => {
    const { queryFn } = slowCall()
    const { client, shown } = show({ queryKey, queryFn })
    await pass()
    client.setQueryData(queryKey, 'put')
    await client.cancelQueries({ queryKey })
    await pass()
    expect(shown()).toMatchObject({ data: 'put', isFetching: false })
  })

  test('goes on when an answer is put into the cache, and overwrites it', async () => {
    const { calls, queryFn } = slowCall()
    const { client, shown } = show({ queryKey, queryFn })
    await pass()
    client.setQueryData(queryKey, 'put')
    await pass()
    expect(shown()).toMatchObject({ data: 'put', isFetching: true })
    calls[0]?.answer('fetched')
    await pass()
    expect(shown()).toMatchObject({ data: 'fetched', isFetching: false })
  })

  test('cancelled without anything before it fails for who waits for it', async () => {
    const client = new QueryClient()
    const waiting = client.fetchQuery({ queryKey, queryFn: slowCall().queryFn })
    void client.cancelQueries({ queryKey })
    await expect(waiting).rejects.toThrow('Called off')
    expect(client.getQueryCache().findAll()[0]?.state).toMatchObject({
      status: 'pending',
      fetchStatus: 'idle',
    })
  })
})

test('a renewal that fails keeps the answer beside the error, and the next who shows it asks again', async () => {
  const queryFn = failing(1)
  const client = new QueryClient()
  client.setQueryData(queryKey, 'before')
  await client.invalidateQueries({ queryKey })
  const { shown, unmount } = show({ queryKey, queryFn, staleTime: 60_000 }, client)
  await pass()
  expect(shown()).toMatchObject({ data: 'before', isError: true, isSuccess: false })
  unmount()
  const again = show({ queryKey, queryFn, staleTime: 60_000 }, client)
  await pass()
  expect(again.shown()).toMatchObject({ data: 'answer', isError: false })
})

test('a query that answers undefined has failed', async () => {
  const { shown } = show({ queryKey, queryFn: () => undefined })
  await pass()
  expect(shown().isError).toBe(true)
})

test('an equal answer is the same object, and so is every part that is equal', async () => {
  const answers = [
    { lines: [{ id: 'a' }], total: 2 },
    { lines: [{ id: 'a' }], total: 1 },
  ]
  answers.push({ lines: [{ id: 'a' }], total: 1 })
  const { shown } = show({ queryKey, queryFn: () => answers.pop() ?? null })
  await pass()
  const first = shown().data
  await shown().refetch()
  await pass()
  expect(shown().data).toBe(first)
  await shown().refetch()
  await pass()
  expect(shown().data).toEqual({ lines: [{ id: 'a' }], total: 2 })
  expect(shown().data?.lines).toBe(first?.lines)
})

describe('what nobody shows', () => {
  test('is removed after its time, counted from when it was left', async () => {
    const { client, unmount } = show({ queryKey, queryFn: () => 'answer', gcTime: 1000 })
    await pass(5000)
    unmount()
    await pass(900)
    expect(client.getQueryData(queryKey)).toBe('answer')
    await pass(200)
    expect(client.getQueryData(queryKey)).toBeUndefined()
  })

  test('is removed at once with a time of 0, and shown for as long as somebody does', async () => {
    const client = new QueryClient()
    const { shown, unmount } = show({ queryKey, queryFn: () => 'answer', gcTime: 0 }, client)
    await pass(5000)
    expect(shown().data).toBe('answer')
    unmount()
    await pass()
    expect(client.getQueryCache().findAll()).toEqual([])
  })

  test('stays for the longest time that anybody asked for', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKey, 'put')
    show({ queryKey, queryFn: () => 'answer', gcTime: 0 }, client).unmount()
    await pass(1000)
    expect(client.getQueryCache().findAll()).toHaveLength(1)
    await pass(300_000)
    expect(client.getQueryCache().findAll()).toEqual([])
  })
})
