import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { PageSpinner } from '../features/layout/PageSpinner'
import { ChunkFailed } from '../features/layout/ChunkFailed'
import { reloadForMissingFile } from '../lib/build'
import { ScreenChunks } from './screen-chunks'
import type { RouteRow } from './route-row'

/** The chunks of this page; the entry hands in those it has loaded already. */
export const ScreenChunksContext = createContext<ScreenChunks>(new ScreenChunks())

/**
 * The screen of a row: loads its chunk, and offers another try when it does not arrive. When the shop
 * runs another build by now, the page is loaded anew instead: the chunk is gone for good.
 */
export function LazyScreen({ row }: { row: RouteRow }) {
  const chunks = useContext(ScreenChunksContext)
  const read = () => chunks.state(row)
  const state = useSyncExternalStore(chunks.subscribe, read, read)

  useEffect(() => {
    if (chunks.state(row).status === 'loading') void chunks.load(row)
  }, [chunks, row])

  const failed = state.status === 'failed'
  useEffect(() => {
    if (failed) void reloadForMissingFile()
  }, [failed])

  const retried = useRef(false)
  function retry() {
    // What fails twice may be gone from the server: a new document names files that are there.
    if (retried.current) location.reload()
    else void chunks.load(row)
    retried.current = true
  }

  if (state.status === 'ready') return <state.chunk.default />
  if (state.status === 'failed') return <ChunkFailed failure={state.failure} onRetry={retry} />
  return <PageSpinner />
}
