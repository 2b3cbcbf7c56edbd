import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { QueryClient } from './query-client'
import { QueryClientProvider } from './QueryClientProvider'
import { useQuery } from './use-query'

test('useQuery on the server renders what is in the cache, and neither fetches nor starts a timer', () => {
  vi.useFakeTimers()
  const queryFn = vi.fn(() => 'fetched')
  function Shown() {
    const { data, isFetching } = useQuery({ queryKey: ['rate'], queryFn, gcTime: 0 })
    return createElement('p', null, data ?? (isFetching ? 'loading' : 'nothing'))
  }
  const page = (client: QueryClient) =>
    renderToString(createElement(QueryClientProvider, { client }, createElement(Shown)))

  const client = new QueryClient()
  client.setQueryData(['rate'], 'served')
  expect(page(client)).toBe('<p>served</p>')
  expect(page(new QueryClient())).toBe('<p>loading</p>')
  expect(queryFn).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
