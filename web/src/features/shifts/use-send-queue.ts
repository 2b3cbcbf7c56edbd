import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/errors'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useWrite } from '../../ui/use-write'
import { type MyShift, recordMovement, shiftKeys } from './api'
import { dequeue, refuse, useQueue, type Waiting } from './queue'

/** How long to wait before a send that failed is tried again. */
const AGAIN_MS = 4000

/** What the server will say again however often it is asked. */
function isRefusal(failure: Error): failure is ApiError {
  return (
    failure instanceof ApiError &&
    failure.status >= 400 &&
    failure.status < 500 &&
    ![401, 403, 408, 429].includes(failure.status)
  )
}

/** Sends what waits, one after the other, and again whenever the line is back. */
export function useSendQueue(owner: string, store: string): readonly Waiting[] {
  const client = useQueryClient()
  const queue = useQueue(owner)
  const [failures, setFailures] = useState(0)
  const { send, busy } = useWrite({
    resource: 'shift queue',
    write: ({ store, shift, movement }: Waiting) => recordMovement(store, shift, movement),
    onDone: (answer, { movement, store }) => {
      client.setQueryData<MyShift>(
        shiftKeys.mine(store),
        (before) => before && { ...before, ...answer },
      )
      dequeue(owner, movement.key)
      setFailures(0)
    },
    onFailed: (failure, { movement }) => {
      if (isRefusal(failure)) refuse(owner, movement.key, failure.code)
      else setFailures((count) => count + 1)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: shiftKeys.mine(store) }),
  })
  const next = queue.find((item) => item.refused === undefined)
  useEffect(() => {
    if (next === undefined || busy) return
    const sendNext = () => send(next)
    const timer = setTimeout(sendNext, failures === 0 ? 0 : AGAIN_MS)
    window.addEventListener('online', sendNext)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', sendNext)
    }
    // `send` is another function at every render and always does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [next, busy, failures])
  return queue
}
