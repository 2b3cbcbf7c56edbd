import { useEffect, useRef, useState } from 'react'
import { useQuery } from '../../lib/query/use-query'
import { freshOrdersQuery } from './api'
import { ring } from './sound'

const SOUND_KEY = 'deskSilent'

/** The orders that nobody has confirmed yet: how many, and a sound when one comes in. */
export function useFreshOrders(store: string, interval: number, tell: (count: number) => void) {
  const query = useQuery(freshOrdersQuery(store, interval))
  const known = useRef<Set<string> | null>(null)
  const [silent, setSilent] = useState(isSilent)
  const orders = query.data?.orders
  useEffect(() => {
    if (orders === undefined) return
    const ids = orders.map(({ _id: id }) => id)
    const before = known.current
    known.current = new Set(ids)
    if (before === null) return
    const fresh = ids.filter((id) => !before.has(id)).length
    if (fresh === 0) return
    tell(fresh)
    if (!isSilent()) ring()
  }, [orders, tell])
  return {
    waiting: query.data?.total ?? 0,
    silent,
    onSilent: (now: boolean) => {
      setSilent(now)
      try {
        localStorage.setItem(SOUND_KEY, now ? '1' : '0')
      } catch {
        // Without storage the choice lasts until the tab is closed.
      }
      if (!now) ring()
    },
  }
}

function isSilent(): boolean {
  try {
    return typeof localStorage !== 'undefined' && localStorage.getItem(SOUND_KEY) === '1'
  } catch {
    return false
  }
}

/** Shows a number on the tab's title and, where the browser can, on the app's icon. */
export function useWaitingBadge(waiting: number, title: string): void {
  useEffect(() => {
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`
    const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> }
    void setAppBadge?.call(navigator, waiting).catch(() => {})
  }, [waiting, title])
}
