import { useEffect, useRef } from 'react'
import type { AdminOrder } from './api'

/** The numbers in a list that were not there before, when both are looks at the same list. */
export function newOrderNumbers(before: readonly string[], now: readonly string[]): string[] {
  const known = new Set(before)
  return now.filter((number) => !known.has(number))
}

/** Tells of orders that came in while the list was watched; another list begins anew. */
export function useNewOrders(
  list: string,
  orders: readonly AdminOrder[] | undefined,
  tell: (count: number) => void,
): void {
  const last = useRef<{ list: string; numbers: string[] } | null>(null)
  useEffect(() => {
    if (orders === undefined) return
    const numbers = orders.map(({ order }) => order.number)
    const before = last.current
    last.current = { list, numbers }
    if (before === null || before.list !== list) return
    const placed = new Set(
      orders.filter(({ order }) => order.status === 'placed').map(({ order }) => order.number),
    )
    const fresh = newOrderNumbers(before.numbers, numbers).filter((number) => placed.has(number))
    if (fresh.length > 0) tell(fresh.length)
  }, [list, orders, tell])
}
