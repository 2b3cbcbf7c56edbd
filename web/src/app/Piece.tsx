import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { PageSpinner } from '../features/layout/PageSpinner'
import { PieceFailed } from '../features/layout/PieceFailed'
import { Pieces } from './pieces'
import type { RouteRow } from './routes'

/** The pieces of this page; the entry hands in those it has loaded already. */
export const PiecesContext = createContext<Pieces>(new Pieces())

/** The screen of a row: loads its piece, and offers another try when it does not arrive. */
export function Piece({ row }: { row: RouteRow }) {
  const pieces = useContext(PiecesContext)
  const read = () => pieces.state(row)
  const state = useSyncExternalStore(pieces.subscribe, read, read)

  useEffect(() => {
    if (pieces.state(row).status === 'loading') void pieces.load(row)
  }, [pieces, row])

  if (state.status === 'ready') return <state.piece.Screen />
  if (state.status === 'failed')
    return <PieceFailed failure={state.failure} onRetry={() => void pieces.load(row)} />
  return <PageSpinner />
}
