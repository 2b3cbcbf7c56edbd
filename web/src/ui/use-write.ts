import { useState } from 'react'
import { useMutation } from '../lib/query/use-mutation'
import { useErrorToast } from './error-toast'

interface WriteOptions<Data, Variables> {
  /** What is written to; writes to one resource go to the server one after the other. */
  resource: string
  write: (variables: Variables) => Promise<Data>
  /** What a change is about, where one place changes several things: the others may be changed meanwhile. */
  about?: (variables: Variables) => string
  /** At the press, before the server has heard of it. */
  onSend?: (variables: Variables) => unknown
  onDone?: (data: Data, variables: Variables) => unknown
  /** Without it a failure is said in a toast. */
  onFailed?: (failure: Error, variables: Variables) => unknown
  /** Afterwards, whichever it was. A promise is waited for before the next change may be sent. */
  onSettled?: () => unknown
}

/** One kind of change, as one place on the screen makes it. */
export interface Write<Variables> {
  /** Sends a change; nothing while one about the same is under way. */
  send: (variables: Variables) => void
  /** The same, for who waits until it is done or has failed, and is told whether it was done; it never rejects. */
  sendAndWait: (variables: Variables) => Promise<boolean>
  busy: boolean
  /** Why the last one failed; null before it and while another is under way. */
  failure: Error | null
  /** What is under way or was sent last. */
  variables: Variables | undefined
  reset: () => void
}

/** The one way to change something on the server, over `useMutation`. */
export function useWrite<Data, Variables = void>({
  resource,
  write,
  about = () => '',
  onSend,
  onDone,
  onFailed,
  onSettled,
}: WriteOptions<Data, Variables>): Write<Variables> {
  const sayFailure = useErrorToast()
  // A second press can come before the first is rendered, so the state alone cannot refuse it.
  const [underWay] = useState(() => new Set<string>())
  const { mutateAsync, isPending, error, variables, reset } = useMutation<Data, Variables>({
    scope: { id: resource },
    mutationFn: write,
    onMutate: onSend,
    onSuccess: (data, sent) => onDone?.(data, sent),
    onError: onFailed ?? sayFailure,
    onSettled: async (_data, _failure, sent) => {
      try {
        await onSettled?.()
      } finally {
        underWay.delete(about(sent))
      }
    },
  })

  async function sendAndWait(sent: Variables): Promise<boolean> {
    if (underWay.has(about(sent))) return false
    underWay.add(about(sent))
    try {
      await mutateAsync(sent)
      return true
    } catch {
      return false // onFailed or the toast has said it.
    }
  }
  return {
    send: (sent) => void sendAndWait(sent),
    sendAndWait,
    busy: isPending,
    failure: error,
    variables,
    reset,
  }
}
