import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Mutation } from './mutation'
import type { MutationFilters } from './mutation-cache'
import { useQueryClient } from './QueryClientProvider'
import { shareEqual } from './share-equal'

interface StateOptions<T> {
  filters: MutationFilters
  select: (mutation: Mutation) => T
}

/** What is selected of the changes under way, those of other components too. */
export function useMutationState<T>({ filters, select }: StateOptions<T>): T[] {
  const mutations = useQueryClient().getMutationCache()
  const before = useRef<T[]>([])
  const subscribe = useCallback(
    (listener: () => void) => mutations.subscribe(listener),
    [mutations],
  )
  const read = () => {
    before.current = shareEqual(before.current, mutations.findAll(filters).map(select))
    return before.current
  }
  return useSyncExternalStore(subscribe, read, read)
}
