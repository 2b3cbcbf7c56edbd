import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useCached } from './cached'
import { QueryClientProvider } from './query/QueryClientProvider'
import { QueryClient } from './query/query-client'

function Heart({ renders }: { renders: string[] }) {
  const isWished = useCached(
    (client) => client.getQueryData<string[]>(['wishes'])?.includes('a') ?? false,
    false,
  )
  renders.push(String(isWished))
  return <p>{isWished ? 'full' : 'empty'}</p>
}

test('a reader of the cache is rendered anew only when what it reads changes', async () => {
  const client = new QueryClient()
  const renders: string[] = []
  render(
    <QueryClientProvider client={client}>
      <Heart renders={renders} />
    </QueryClientProvider>,
  )
  await act(async () => client.setQueryData(['session'], { state: 'visitor' }))
  await act(async () => client.setQueryData(['wishes'], ['b']))
  expect(renders).toEqual(['false'])
  await act(async () => client.setQueryData(['wishes'], ['a', 'b']))
  expect(screen.getByText('full')).toBeTruthy()
  await act(async () => client.removeQueries({ queryKey: ['wishes'] }))
  expect(screen.getByText('empty')).toBeTruthy()
})

test('a reader of the cache shows nothing personal on the server', () => {
  const client = new QueryClient()
  client.setQueryData(['wishes'], ['a'])
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Heart renders={[]} />
    </QueryClientProvider>,
  )
  expect(html).toContain('empty')
})
