import { useState } from 'react'
import type { Product } from '../../domain/product/product'
import { ApiError } from '../../lib/errors'
import { contentOf, type ProductContent } from './api'
import type { Choice } from './ChangedParts'
import { partDifferences, type PartDifference, type ProductPart } from './differences'

/** Somebody else saved the product first. */
export interface Conflict {
  differences: readonly PartDifference[]
  choices: Partial<Record<ProductPart, Choice>>
  mine: ProductContent
  theirs: ProductContent
}

/** The version that the form is based on, and the conflict with a newer one. */
interface ConflictState {
  /** The product as it was when the typing began. */
  base: ProductContent
  version: number | undefined
  /** Null when nobody else changed the product. */
  conflict: Conflict | null
  /** Bases the form on another version and ends the conflict. */
  rebase: (content: ProductContent, version: number | undefined) => void
  /** Begins a conflict with the product as somebody else left it. */
  begin: (mine: ProductContent, current: Product) => Conflict
  /** Notes whose value a part gets; gives the content to take it from. */
  choose: (part: ProductPart, choice: Choice) => ProductContent | null
}

/** Finds what somebody else changed since this form was opened, and remembers each decision. */
export function useConflict(initial: {
  base: ProductContent
  version: number | undefined
}): ConflictState {
  const [{ base, version }, setBase] = useState(initial)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  return {
    base,
    version,
    conflict,
    rebase: (content, newVersion) => {
      setBase({ base: content, version: newVersion })
      setConflict(null)
    },
    begin: (mine, current) => {
      const theirs = contentOf(current)
      const differences = partDifferences(base, mine, theirs)
      const begun = { differences, choices: {}, mine, theirs }
      setBase({ base: theirs, version: current.version })
      setConflict(begun)
      return begun
    },
    choose: (part, choice) => {
      if (conflict === null) return null
      setConflict({ ...conflict, choices: { ...conflict.choices, [part]: choice } })
      return choice === 'mine' ? conflict.mine : conflict.theirs
    },
  }
}

/** The product as somebody else left it, when that is why saving failed. */
export function conflictingProduct(error: unknown): Product | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.body
  if (typeof current !== 'object' || current === null) return null
  return 'english_name' in current ? (current as Product) : null
}
