import { act, render, renderHook, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { around, pass, setVisible, slowCall } from '../../test-setup/query-page'
import { QueryClient } from './query-client'
import { keepPreviousData, type QueryOptions } from './query-options'
import { QueryClientProvider } from './QueryClientProvider'
import { useQuery, type UseQueryResult } from './use-query'

const queryKey = ['cart']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A component that shows a query, what it showed at each render, and a way to give it other options. */
function show<Data>(first: QueryOptions<Data>, client = new QueryClient()) {
  const renders: UseQueryResult<Data>[] = []
  const { rerender, unmount } = renderHook(
    (options: QueryOptions<Data>) => {
      renders.push({ ...useQuery(options) })
    },
    { initialProps: first, wrapper: around(client) },
  )
  return { client, renders, rerender, unmount, shown: () => renders.at(-1) }
}

describe('useQuery', () => {
  test('renders once while it fetches and once with the answer', async () => {
    const { renders } = show({ queryKey, queryFn: () => 'answer' })
    await pass()
    expect(renders).toMatchObject([
      { data: undefined, isPending: true, isFetching: true, isLoading: true },
      { data: 'answer', isPending: false, isFetching: false, isSuccess: true },
    ])
    expect(renders).toHaveLength(2)
  })

  test('components that ask for the same share one fetch and its answer', async () => {
    const queryFn = vi.fn(() => ({ total: 1 }))
    const client = new QueryClient()
    const first = show({ queryKey: ['list', { page: 1, q: 'a' }], queryFn }, client)
    const other = show({ queryKey: ['list', { q: 'a', page: 1 }], queryFn }, client)
    await pass()
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(other.shown()?.data).toBe(first.shown()?.data)
  })

  test('shows a fresh answer without asking, and an old one while it asks again', async () => {
    const queryFn = vi.fn(() => 'new')
    const client = new QueryClient()
    client.setQueryData(queryKey, 'old')
    await pass(1000)
    const fresh = show({ queryKey, queryFn, staleTime: 5000 }, client)
    await pass()
    expect(fresh.renders).toMatchObject([{ data: 'old', isFetching: false }])
    expect(queryFn).not.toHaveBeenCalled()
    const stale = show({ queryKey, queryFn, staleTime: 500 }, client)
    expect(stale.renders[0]).toMatchObject({ data: 'old', isFetching: true, isPending: false })
    await pass()
    expect(stale.shown()?.data).toBe('new')
  })

  test('asks again for an answer that was invalidated, however fresh', async () => {
    const queryFn = vi.fn(() => 'new')
    const client = new QueryClient()
    client.setQueryData(queryKey, 'old')
    await client.invalidateQueries({ queryKey })
    const { shown } = show({ queryKey, queryFn, staleTime: Infinity }, client)
    await pass()
    expect(shown()?.data).toBe('new')
  })

  test('is rendered anew only when a field changes that it has read', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKey, 'answer')
    const renders: unknown[] = []
    renderHook(
      () => renders.push(useQuery({ queryKey, queryFn: () => 'answer', staleTime: 5000 }).data),
      { wrapper: around(client) },
    )
    await act(() => client.invalidateQueries())
    await pass()
    expect(renders).toHaveLength(1)
    client.setQueryData(queryKey, 'other')
    await pass()
    expect(renders).toHaveLength(2)
  })

  test('is rendered once for all that one answer changes in the cache', async () => {
    const renders: unknown[] = []
    const queryFn = vi.fn(async ({ client }: { client: Pick<QueryClient, 'setQueryData'> }) => {
      await Promise.resolve()
      client.setQueryData(['count'], 2)
      return 'answer'
    })
    renderHook(
      () => {
        const lines = useQuery({ queryKey, queryFn })
        const count = useQuery({ queryKey: ['count'], queryFn: () => 0, enabled: false })
        renders.push([lines.data, count.data])
      },
      { wrapper: around(new QueryClient()) },
    )
    await pass()
    expect(renders).toEqual([
      [undefined, undefined],
      ['answer', 2],
    ])
  })

  test('fetches once where React mounts everything twice, and aborts nothing', async () => {
    const { calls, queryFn } = slowCall()
    function Shown() {
      return <p>{useQuery({ queryKey, queryFn }).data}</p>
    }
    render(
      <StrictMode>
        <QueryClientProvider client={new QueryClient()}>
          <Shown />
        </QueryClientProvider>
      </StrictMode>,
    )
    await pass()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.signal.aborted).toBe(false)
    calls[0]?.answer('answer')
    await pass()
    expect(screen.getByText('answer')).toBeTruthy()
  })

  test('gives up what the former key asked for when the key changes', async () => {
    const { calls, queryFn } = slowCall()
    const { rerender, shown } = show({ queryKey: ['a'], queryFn })
    await pass()
    rerender({ queryKey: ['b'], queryFn })
    await pass()
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    calls[1]?.answer('b')
    await pass()
    expect(shown()?.data).toBe('b')
  })

  test('asks only while it is enabled', async () => {
    const queryFn = vi.fn(() => 'answer')
    const client = new QueryClient()
    const { rerender, shown } = show({ queryKey, queryFn, enabled: false }, client)
    void client.invalidateQueries()
    await pass()
    expect(queryFn).not.toHaveBeenCalled()
    expect(shown()).toMatchObject({ isPending: true, isFetching: false, isLoading: false })
    rerender({ queryKey, queryFn, enabled: (query) => query.state.data === undefined })
    await pass()
    expect(shown()?.data).toBe('answer')
    await client.invalidateQueries()
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('refetch begins anew unless a fetch under way is enough, and gives what came', async () => {
    const { calls, queryFn } = slowCall()
    const client = new QueryClient()
    client.setQueryData(queryKey, 'old')
    const { shown } = show({ queryKey, queryFn }, client)
    await pass()
    void shown()?.refetch({ cancelRefetch: false })
    expect(calls).toHaveLength(1)
    const refetched = shown()?.refetch()
    expect(calls).toHaveLength(2)
    calls[1]?.answer('new')
    await pass()
    expect((await refetched)?.data).toBe('new')
  })

  test('refetch of what cannot be had does not reject', async () => {
    const { shown } = show({ queryKey, queryFn: () => Promise.reject(new Error('no line')) })
    await pass()
    const refetched = await act(() => shown()?.refetch())
    expect(refetched?.error?.message).toBe('no line')
  })
})

describe('useQuery shows in place of an answer', () => {
  test('the one to the former key, until the new one is there', async () => {
    const { calls, queryFn } = slowCall()
    const options = { queryFn, placeholderData: keepPreviousData }
    const { rerender, shown } = show<string>({ queryKey: ['page', 1], ...options })
    expect(shown()).toMatchObject({ isPending: true, isPlaceholderData: false })
    await pass()
    calls[0]?.answer('one')
    await pass()
    rerender({ queryKey: ['page', 2], ...options })
    expect(shown()).toMatchObject({ data: 'one', isPlaceholderData: true, isFetching: true })
    await pass()
    calls[1]?.answer('two')
    await pass()
    expect(shown()).toMatchObject({ data: 'two', isPlaceholderData: false })
  })

  test('nothing of the former person once the query is reset', async () => {
    const { calls, queryFn } = slowCall()
    const { client, shown } = show({ queryKey, queryFn, placeholderData: keepPreviousData })
    await pass()
    calls[0]?.answer('of one person')
    await pass()
    void client.resetQueries({ queryKey })
    await pass()
    expect(shown()).toMatchObject({ data: undefined, isPending: true, isFetching: true })
    expect(calls).toHaveLength(2)
  })

  test('a placeholder, which is not stored', async () => {
    const { queryFn } = slowCall()
    const { client, shown } = show({ queryKey, queryFn, placeholderData: 'saved' })
    await pass()
    expect(shown()).toMatchObject({ data: 'saved', isSuccess: true, isPlaceholderData: true })
    expect(client.getQueryData(queryKey)).toBeUndefined()
  })

  test('initial data, which are stored and fresh, also when they come later', async () => {
    const queryFn = vi.fn(() => 2)
    const options = { queryKey, queryFn, staleTime: Infinity }
    const { client, rerender, shown } = show<number>({ ...options, enabled: false })
    await pass()
    rerender({ ...options, enabled: true, initialData: 1 })
    await pass()
    expect(shown()?.data).toBe(1)
    expect(client.getQueryData(queryKey)).toBe(1)
    expect(queryFn).not.toHaveBeenCalled()
  })

  test('no initial data where there is an answer', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKey, 2)
    const { shown } = show({ queryKey, queryFn: () => 3, initialData: 1, staleTime: 5000 }, client)
    await pass()
    expect(shown()?.data).toBe(2)
  })
})

describe('useQuery at an interval', () => {
  test('asks again and again, in a hidden tab only where it says so', async () => {
    const hidden = vi.fn(() => 'answer')
    const background = vi.fn(() => 'answer')
    const client = new QueryClient()
    show({ queryKey: ['a'], queryFn: hidden, refetchInterval: 1000 }, client)
    const options = { refetchInterval: 1000, refetchIntervalInBackground: true }
    show({ queryKey: ['b'], queryFn: background, ...options }, client)
    await pass(1100)
    expect([hidden, background].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
    setVisible(false)
    await pass(3100)
    expect(hidden).toHaveBeenCalledTimes(2)
    expect(background.mock.calls.length).toBeGreaterThan(3)
  })

  test('is not put off by other renders, and ends when the answer says so or nobody looks', async () => {
    let left = 3
    const queryFn = vi.fn(() => (left -= 1))
    const refetchInterval = ({ state }: { state: { data: number | undefined } }) =>
      state.data === 0 ? (false as const) : 1000
    const options = { queryKey, queryFn, refetchInterval }
    const { rerender, unmount } = show(options)
    for (let renders = 0; renders < 4; renders += 1) {
      await pass(300)
      rerender({ ...options })
    }
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(5000)
    expect(queryFn).toHaveBeenCalledTimes(3)
    left = 9
    const again = show({ queryKey: ['other'], queryFn, refetchInterval: 1000 })
    await pass()
    again.unmount()
    unmount()
    await pass(5000)
    expect(queryFn).toHaveBeenCalledTimes(4)
  })
})

describe('useQuery on a page that the server rendered', () => {
  const queryFn = vi.fn(() => 'fetched')
  function Shown() {
    const { data, isFetching } = useQuery({ queryKey, queryFn, staleTime: 5000 })
    return <p>{data ?? (isFetching ? 'loading' : 'nothing')}</p>
  }
  const page = (client: QueryClient) => (
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>
  )

  test('hydrates with what was put into the cache, without another render', async () => {
    const served = new QueryClient()
    served.setQueryData(queryKey, 'served')
    const root = document.createElement('div')
    root.innerHTML = renderToString(page(served))
    const paragraph = root.firstChild
    const client = new QueryClient()
    client.setQueryData(queryKey, 'served')
    const onRecoverableError = vi.fn()
    const hydrated = await act(async () => hydrateRoot(root, page(client), { onRecoverableError }))
    await pass()
    expect(root.innerHTML).toBe('<p>served</p>')
    expect(root.firstChild).toBe(paragraph)
    expect(onRecoverableError).not.toHaveBeenCalled()
    act(() => hydrated.unmount())
  })
})
