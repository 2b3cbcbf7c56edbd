import { useEffect, useState } from 'react'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { deskKeys } from './api'

/** How often the desk is read again while the server tells of changes, and while it does not. */
const WATCHED_MS = 60_000
const UNWATCHED_MS = 5000
/** How long to wait before a stream that was refused is tried again. */
const AGAIN_MS = 10_000

/**
 * Listens to the changes of a store's orders and reads them again. Every new connection begins with a change, so that
 * nothing is missed after a cut. Gives how often to read without a word: often while there is no connection.
 */
export function useOrderEvents(store: string): number {
  const client = useQueryClient()
  const [watched, setWatched] = useState(false)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    let source: EventSource
    let again: ReturnType<typeof setTimeout> | undefined
    const reload = () => void client.invalidateQueries({ queryKey: deskKeys.all(store) })
    function connect() {
      source = new EventSource(`/api/store/${encodeURIComponent(store)}/order-events`)
      source.addEventListener('open', () => setWatched(true))
      source.addEventListener('changed', reload)
      source.addEventListener('ended', () => {
        source.close()
        setWatched(false)
        reload()
      })
      source.addEventListener('error', () => {
        setWatched(false)
        // A connection that was cut is tried again by the browser, one that was refused is not.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS)
      })
    }
    connect()
    return () => {
      clearTimeout(again)
      source.close()
    }
  }, [client, store])
  return watched ? WATCHED_MS : UNWATCHED_MS
}
