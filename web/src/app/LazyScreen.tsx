import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { PageSpinner } from '../features/layout/PageSpinner'
import { ChunkFailed } from '../features/layout/ChunkFailed'
import { ScreenChunks } from './screen-chunks'
import type { RouteRow } from './routes'

/** The chunks of this page; the entry hands in those it has loaded already. */
export const ScreenChunksContext = createContext<ScreenChunks>(new ScreenChunks())

/** The screen of a row: loads its chunk, and offers another try when it does not arrive. */
export function LazyScreen({ row }: { row: RouteRow }) {
  const chunks = useContext(ScreenChunksContext)
  const read = () => chunks.state(row)
  const state = useSyncExternalStore(chunks.subscribe, read, read)

  useEffect(() => {
    if (chunks.state(row).status === 'loading') void chunks.load(row)
  }, [chunks, row])

  if (state.status === 'ready') return <state.chunk.default />
  if (state.status === 'failed')
    return <ChunkFailed failure={state.failure} onRetry={() => void chunks.load(row)} />
  return <PageSpinner />
}
