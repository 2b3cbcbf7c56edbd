import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useErrorToast } from './error-toast'

interface WriteOptions<Data, Variables> {
  /** What is written to; writes to one resource go to the server one after the other. */
  resource: string
  write: (variables: Variables) => Promise<Data>
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
  /** Sends a change; nothing while the one before is under way. */
  send: (variables: Variables) => void
  /** The same, for who waits until it is done or has failed; it never rejects. */
  sendAndWait: (variables: Variables) => Promise<void>
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
  onSend,
  onDone,
  onFailed,
  onSettled,
}: WriteOptions<Data, Variables>): Write<Variables> {
  const sayFailure = useErrorToast()
  // A second press can come before the first is rendered, so the state alone cannot refuse it.
  const underWay = useRef(false)
  const { mutateAsync, isPending, error, variables, reset } = useMutation<Data, Error, Variables>({
    scope: { id: resource },
    mutationFn: write,
    onMutate: onSend,
    onSuccess: (data, sent) => onDone?.(data, sent),
    onError: onFailed ?? sayFailure,
    onSettled: async () => {
      try {
        await onSettled?.()
      } finally {
        underWay.current = false
      }
    },
  })

  async function sendAndWait(sent: Variables): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    try {
      await mutateAsync(sent)
    } catch {
      // onFailed or the toast has said it.
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
