import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { QueryClient } from '../lib/query/query-client'
import { QueryClientProvider } from '../lib/query/QueryClientProvider'

/** Puts the answers of a client around what is rendered. */
export function around(client: QueryClient) {
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

/** Lets time pass, and up to two milliseconds more for what happens at its end. Needs fake timers. */
export async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  // An answer that came at the end is shown in a task of its own.
  await act(() => vi.advanceTimersByTimeAsync(1))
  await act(() => vi.advanceTimersByTimeAsync(1))
}

/** Takes the line away, or gives it back. */
export function setOnline(online: boolean): void {
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Brings the tab to the front, or puts it behind another. */
export function setVisible(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** A call whose answers come when the test says so, one for each time it was made. */
export function slowCall<T = string>() {
  const calls: { signal: AbortSignal; answer: (data: T) => void; fail: (error: Error) => void }[] =
    []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<T>((answer, fail) => {
      calls.push({ signal, answer, fail })
    })
  return { calls, queryFn }
}
