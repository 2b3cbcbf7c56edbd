import { removeItem, saveItem, readItem } from '../../lib/session-storage'
import { emptyStore, type StoreFields } from './api'

const NAME = 'storeDraft'
/** A new store may be typed before its owner has signed in, and is theirs afterwards. */
const ANYBODY = 'anybody'

/** Saves a new store while it is typed: a reload or a sign-in in between loses nothing. */
export function saveStoreDraft(fields: StoreFields): void {
  saveItem(NAME, ANYBODY, fields)
}

/** What was typed, if anything. */
export function readStoreDraft(): StoreFields | null {
  const value = readItem(NAME, ANYBODY)
  if (typeof value !== 'object' || value === null) return null
  const typed: Partial<Record<string, unknown>> = { ...value }
  const names = Object.keys(emptyStore) as (keyof StoreFields)[]
  const fields = Object.fromEntries(
    names.map((name) => [name, typeof typed[name] === 'string' ? typed[name] : '']),
  ) as StoreFields
  return names.some((name) => fields[name] !== '') ? fields : null
}

/** Forgets it: the store is saved. */
export function deleteStoreDraft(): void {
  removeItem(NAME)
}
