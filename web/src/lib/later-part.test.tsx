import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import * as analytics from './analytics'
import { type LaterPart, laterPart, useLaterPart } from './later-part'

beforeEach(() => {
  vi.spyOn(analytics, 'reportMissingChunk').mockImplementation(() => {})
})

function Shown({ part, wanted }: { part: LaterPart<string>; wanted?: boolean }) {
  return <p>{useLaterPart(part, wanted) ?? 'nothing yet'}</p>
}

test('a later part is shown when it is here, and fetched once', async () => {
  const fetchPart = vi.fn<() => Promise<string>>().mockResolvedValue('the part')
  const part = laterPart('part', fetchPart, 'a stand-in')
  render(
    <>
      <Shown part={part} />
      <Shown part={part} />
    </>,
  )
  expect(screen.getAllByText('nothing yet')).toHaveLength(2)
  expect(await screen.findAllByText('the part')).toHaveLength(2)
  expect(fetchPart).toHaveBeenCalledOnce()
})

test('a later part is fetched when it is first wanted', async () => {
  const fetchPart = vi.fn<() => Promise<string>>().mockResolvedValue('the part')
  const part = laterPart('part', fetchPart, 'a stand-in')
  const { rerender } = render(<Shown part={part} wanted={false} />)
  expect(fetchPart).not.toHaveBeenCalled()
  rerender(<Shown part={part} wanted />)
  expect(await screen.findByText('the part')).toBeTruthy()
})

test('when a later part does not arrive something stands in, until it is asked for again', async () => {
  vi.useFakeTimers()
  const fetchPart = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('offline'))
  const part = laterPart('part', fetchPart, 'a stand-in')
  render(<Shown part={part} />)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText('a stand-in')).toBeTruthy()
  fetchPart.mockResolvedValue('the part')
  await act(() => part.load())
  expect(screen.getByText('the part')).toBeTruthy()
  vi.useRealTimers()
})

test('the server renders no later part, even where it is known', async () => {
  const part = laterPart('part', () => Promise.resolve('the part'), 'a stand-in')
  await part.load()
  expect(renderToString(<Shown part={part} />)).toContain('nothing yet')
})
