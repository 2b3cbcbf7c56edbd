import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { around, pass, setOnline } from '../../test-setup/query-page'
import type { MutationOptions } from './mutation'
import { QueryClient } from './query-client'
import { useMutation } from './use-mutation'
import { useMutationState } from './use-mutation-state'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  setOnline(true)
  vi.useRealTimers()
})

/** A component that makes changes, and a server whose answers come when the test says so. */
function show(options: Partial<MutationOptions<string, string>> = {}, client = new QueryClient()) {
  const calls: { sent: string; answer: (data: string) => void; fail: (error: Error) => void }[] = []
  const mutationFn = (sent: string) =>
    new Promise<string>((answer, fail) => {
      calls.push({ sent, answer, fail })
    })
  const { result, rerender, unmount } = renderHook(
    (changed: Partial<MutationOptions<string, string>>) =>
      useMutation({ mutationFn, ...options, ...changed }),
    { initialProps: {}, wrapper: around(client) },
  )
  return { calls, client, rerender, unmount, shown: () => result.current }
}

describe('useMutation', () => {
  test('shows what is under way, then what came of it, until it is reset', async () => {
    const { calls, shown } = show()
    expect(shown()).toMatchObject({ isPending: false, data: undefined, error: null })
    const { mutate } = shown()
    mutate('a')
    await pass()
    expect(shown()).toMatchObject({ isPending: true, variables: 'a' })
    expect(shown().mutate).toBe(mutate)
    calls[0]?.answer('done')
    await pass()
    expect(shown()).toMatchObject({ isPending: false, data: 'done', variables: 'a' })
    shown().reset()
    await pass()
    expect(shown()).toMatchObject({ status: 'idle', data: undefined, variables: undefined })
  })

  test('tells who waits and the screen of a failure, and clears it with the next change', async () => {
    const { calls, shown } = show()
    const waiting = shown().mutateAsync('a')
    await pass()
    calls[0]?.fail(new Error('refused'))
    await expect(waiting).rejects.toThrow('refused')
    await pass()
    expect(shown().error?.message).toBe('refused')
    shown().mutate('b')
    await pass()
    expect(shown()).toMatchObject({ error: null, isPending: true })
  })

  test('calls back in order, and is under way until the last is done', async () => {
    const steps: string[] = []
    const { calls, shown } = show({
      onMutate: (sent) => steps.push(`press ${sent}`),
      onSuccess: async (data, sent) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        steps.push(`${sent} ${data}`)
      },
      onSettled: (_data, error) => steps.push(`settled ${String(error)}`),
    })
    const waiting = shown().mutateAsync('a')
    expect(steps).toEqual(['press a'])
    await pass()
    calls[0]?.answer('done')
    await pass(50)
    expect(shown().isPending).toBe(true)
    await pass(60)
    expect(steps).toEqual(['press a', 'a done', 'settled null'])
    expect(shown().isPending).toBe(false)
    expect(await waiting).toBe('done')
  })

  test('a callback that throws after success makes it a failure; one after a failure hides nothing', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const onSettled = vi.fn()
    const { calls, shown } = show({
      onSuccess: () => {
        throw new Error('broken')
      },
      onError: () => Promise.reject(new Error('while failing')),
      onSettled,
    })
    const waiting = shown().mutateAsync('a')
    await pass()
    calls[0]?.answer('done')
    await expect(waiting).rejects.toThrow('broken')
    expect(onSettled).toHaveBeenCalledWith(undefined, new Error('broken'), 'a')
    vi.useRealTimers()
    await vi.waitFor(() => expect(unhandled).toHaveBeenCalled())
    process.off('unhandledRejection', unhandled)
  })

  test('ends with what was rendered last, also when the component is gone', async () => {
    const first = vi.fn()
    const last = vi.fn()
    const { calls, rerender, shown, unmount } = show({ onSuccess: first })
    shown().mutate('a')
    await pass()
    rerender({ onSuccess: last })
    unmount()
    calls[0]?.answer('done')
    await pass()
    expect(first).not.toHaveBeenCalled()
    expect(last).toHaveBeenCalledWith('done', 'a')
  })

  test('fails at once without a line instead of waiting for it', async () => {
    const { calls, shown } = show()
    setOnline(false)
    shown().mutate('a')
    await pass()
    expect(calls).toHaveLength(1)
  })
})

describe('changes with the same scope', () => {
  test('are sent one after the other, also after a failure and from other components', async () => {
    const client = new QueryClient()
    const scope = { id: 'cart' }
    const onMutate = vi.fn()
    const one = show({ scope }, client)
    const other = show({ scope, onMutate }, client)
    const free = show({ scope: { id: 'wishlist' } }, client)
    one.shown().mutate('a')
    other.shown().mutate('b')
    one.shown().mutate('c')
    free.shown().mutate('d')
    await pass()
    expect(one.calls.map(({ sent }) => sent)).toEqual(['a'])
    expect(free.calls).toHaveLength(1)
    // What waits for its turn is under way for the screen.
    expect(other.calls).toEqual([])
    expect(onMutate).toHaveBeenCalledWith('b')
    expect(other.shown()).toMatchObject({ isPending: true, variables: 'b' })
    one.calls[0]?.fail(new Error('refused'))
    await pass()
    expect(other.calls).toHaveLength(1)
    expect(one.calls).toHaveLength(1)
    other.calls[0]?.answer('done')
    await pass()
    expect(one.calls.map(({ sent }) => sent)).toEqual(['a', 'c'])
  })

  test('the next waits until the callbacks of the one before are done', async () => {
    const onSettled = () => new Promise((resolve) => setTimeout(resolve, 100))
    const { calls, shown } = show({ scope: { id: 'cart' }, onSettled })
    shown().mutate('a')
    shown().mutate('b')
    await pass()
    calls[0]?.answer('done')
    await pass(50)
    expect(calls).toHaveLength(1)
    await pass(60)
    expect(calls).toHaveLength(2)
  })

  test('those that wait are never sent once the changes are forgotten', async () => {
    const onSuccess = vi.fn()
    const { calls, client, shown } = show({ scope: { id: 'cart' }, onSuccess })
    shown().mutate('a')
    shown().mutate('b')
    await pass()
    client.getMutationCache().clear()
    shown().mutate('c')
    await pass()
    for (const { answer } of calls) answer('done')
    await pass(1000)
    expect(calls.map(({ sent }) => sent)).toEqual(['a', 'c'])
    expect(onSuccess).toHaveBeenCalledTimes(2)
  })
})

describe('useMutationState', () => {
  test('shows the changes under way of a kind, the waiting ones too, and the same list while nothing changes', async () => {
    const client = new QueryClient()
    const options = { mutationKey: ['cart', 'change'], scope: { id: 'cart' } }
    const { calls, shown } = show(options, client)
    const other = show({ scope: { id: 'cart' } }, client)
    const { result, rerender } = renderHook(
      () =>
        useMutationState({
          filters: { mutationKey: ['cart', 'change'] },
          select: ({ state }) => state.variables,
        }),
      { wrapper: around(client) },
    )
    shown().mutate('a')
    shown().mutate('b')
    other.shown().mutate('c')
    await pass()
    expect(result.current).toEqual(['a', 'b'])
    const list = result.current
    rerender()
    expect(result.current).toBe(list)
    calls[0]?.answer('done')
    await pass()
    expect(result.current).toEqual(['b'])
    act(() => client.getMutationCache().clear())
    await pass()
    expect(result.current).toEqual([])
  })
})
