import { useRef, useState } from 'react'
import type { ApiError } from '../../lib/errors'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import type { QueryClient } from '../../lib/query/query-client'
import { useMutation } from '../../lib/query/use-mutation'
import { checkField, cleanField } from '../../lib/validation'
import {
  type Cell,
  cellText,
  currentOf,
  isContested,
  type ManagedProduct,
  sameNumber,
} from './row-edit'

/** What a table changes of a product; what is absent stays. */
export type RowPatch = Partial<Record<Cell, string>>

/** How the rows of a table are saved and shown. */
export interface RowStore {
  /** Changes a product; refused when it changed since that version. */
  patch: (id: string, version: number, patch: RowPatch) => Promise<ManagedProduct>
  /** Shows a product as it is now in every page of the table. */
  cache: (client: QueryClient, managed: ManagedProduct) => void
}

/** Somebody else changed the same number. */
export interface EditConflict {
  cell: Cell
  mine: string
  theirs: string
}

/** A row of the table while it is being changed. */
export interface EditedRow {
  /** What a cell shows: what was typed, while that is being saved. */
  text: (cell: Cell) => string
  saving: (cell: Cell) => boolean
  saved: (cell: Cell) => boolean
  /** Code of the rule that was broken, or the failure of the call. */
  problem: { cell: Cell; code?: string; failure?: unknown } | null
  clash: EditConflict | null
  /** Saves what was typed; at once on screen, then on the server. */
  commit: (cell: Cell, typed: string) => void
  keepMine: () => void
  takeTheirs: () => void
}

interface Edit {
  cell: Cell
  value: string
  /** Somebody else's number is known and overwritten on purpose. */
  sure: boolean
}

interface Saved {
  now: ManagedProduct
  contested: boolean
}

/** Changes stock and price of one product, one change after the other. */
export function useProductRow(shown: ManagedProduct, store: RowStore): EditedRow {
  const client = useQueryClient()
  const latest = useRef(shown)
  const [typed, setTyped] = useState<Partial<Record<Cell, string>>>({})
  const [saved, setSaved] = useState<Cell | null>(null)
  const [problem, setProblem] = useState<EditedRow['problem']>(null)
  const [clash, setClash] = useState<EditConflict | null>(null)

  function settle(cell: Cell, now: ManagedProduct) {
    latest.current = now
    store.cache(client, now)
    setTyped((all) => without(all, cell))
  }

  /** Saves a number; answers the product as it is now, and whether somebody else's number stands. */
  async function save({ cell, value, sure }: Edit): Promise<Saved> {
    const before = latest.current
    try {
      const now = await store.patch(before.product.id, before.version, { [cell]: value })
      return { now, contested: false }
    } catch (error) {
      const now = currentOf(before, error)
      if (now === null) throw error
      latest.current = now
      // An order may have taken some of the stock meanwhile; the price is still ours to set.
      if (sure || !isContested(before, now, cell)) return save({ cell, value, sure })
      return { now, contested: true }
    }
  }

  // The changes of one product go one after the other: each needs the version before it.
  const { mutate } = useMutation({
    scope: { id: `product ${shown.product.id}` },
    mutationFn: save,
    onSuccess: ({ now, contested }, { cell, value }) => {
      settle(cell, now)
      if (!contested) setSaved(cell)
      else if (!sameNumber(cell, value, cellText(now, cell))) {
        setClash({ cell, mine: value, theirs: cellText(now, cell) })
      }
    },
    onError: (error, { cell }) => {
      setTyped((all) => without(all, cell))
      setProblem(asProblem(cell, error))
    },
  })

  function start(cell: Cell, value: string, sure: boolean) {
    setTyped((other) => ({ ...other, [cell]: value }))
    setProblem(null)
    setSaved(null)
    setClash(null)
    mutate({ cell, value, sure })
  }

  return {
    text: (cell) => typed[cell] ?? cellText(shown, cell),
    saving: (cell) => typed[cell] !== undefined,
    saved: (cell) => saved === cell,
    problem,
    clash,
    commit: (cell, text) => {
      if (latest.current.version < shown.version) latest.current = shown
      const code = checkField('product_edit', cell, text)
      if (code !== null) {
        setProblem({ cell, code })
        return
      }
      setProblem(null)
      if (sameNumber(cell, text, cellText(latest.current, cell))) return
      start(cell, cleanField('product_edit', cell, text), false)
    },
    keepMine: () => {
      if (clash !== null) start(clash.cell, clash.mine, true)
    },
    takeTheirs: () => setClash(null),
  }
}

function asProblem(cell: Cell, error: unknown): EditedRow['problem'] {
  const code = (error as Partial<ApiError>).fields?.[cell]
  return code === undefined ? { cell, failure: error } : { cell, code }
}

function without(typed: Partial<Record<Cell, string>>, cell: Cell) {
  const rest = { ...typed }
  delete rest[cell]
  return rest
}
