import { useSyncExternalStore } from 'react'
import { newKey } from '../../lib/key'
import { UNSENT } from '../../lib/session-storage'
import type { MovementRequest, MyShift } from './api'

/**
 * What happened and is not written down by the server yet: cash that would be missing from the books. It waits in the
 * browser's storage, also after signing out (it names orders by their ids and nobody), and is sent with its own key
 * until the server has answered: twice sent is written once.
 */
export interface Waiting {
  store: string
  shift: string
  movement: MovementRequest
  /** The code with which the server refused it; it is not sent again. */
  refused?: string
}

/** Each courier's own: two may share a phone. */
const queueOf = (owner: string) => `${UNSENT}shift:${owner}`
const SAVED = 'shift-saved'

/** What this browser stored for that person. Only this file writes it. */
function read(name: string, owner: string): unknown {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    if (typeof found !== 'object' || found === null || !('owner' in found)) return undefined
    return found.owner === owner && 'value' in found ? found.value : undefined
  } catch {
    return undefined
  }
}

function write(name: string, owner: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify({ owner, value }))
    return true
  } catch {
    return false
  }
}

const listeners = new Set<() => void>()
/** What could not be stored waits in this page alone. */
let unstored: Waiting[] | null = null
let known: { text: string | null; owner: string; list: readonly Waiting[] } | null = null
const nothing: readonly Waiting[] = []

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** What waits for the line, the oldest first. */
export function readQueue(owner: string): readonly Waiting[] {
  if (unstored !== null) return unstored
  let text: string | null = null
  try {
    text = localStorage.getItem(queueOf(owner))
  } catch {
    return nothing
  }
  // The same list until it changes, as React asks for it.
  if (known === null || known.text !== text || known.owner !== owner) {
    known = { text, owner, list: (read(queueOf(owner), owner) as Waiting[] | undefined) ?? nothing }
  }
  return known.list
}

function replace(owner: string, list: Waiting[]): void {
  unstored = write(queueOf(owner), owner, list) ? null : list
  for (const listener of listeners) listener()
}

/** Adds something that has just happened. */
export function enqueue(
  owner: string,
  store: string,
  shift: string,
  movement: Omit<MovementRequest, 'key' | 'made_at'>,
): void {
  const made = { ...movement, key: newKey(), made_at: new Date().toISOString() }
  replace(owner, [...readQueue(owner), { store, shift, movement: made }])
}

/** Takes something out that the server has, or that the courier has read. */
export function dequeue(owner: string, key: string): void {
  replace(
    owner,
    readQueue(owner).filter(({ movement }) => movement.key !== key),
  )
}

/** Notes that the server refused something: it waits no more, and the courier is told. */
export function refuse(owner: string, key: string, code: string): void {
  const list = [...readQueue(owner)]
  const at = list.findIndex(({ movement }) => movement.key === key)
  const found = list[at]
  if (found === undefined) return
  list[at] = { ...found, refused: code }
  replace(owner, list)
}

/** What waits for the line, kept up to date in every tab. */
export function useQueue(owner: string): readonly Waiting[] {
  return useSyncExternalStore(
    subscribe,
    () => readQueue(owner),
    () => nothing,
  )
}

/** Stores the shift as it was last seen, for when the page is opened without a line. */
export function saveShift(owner: string, store: string, shift: MyShift): void {
  write(SAVED, owner, { store, shift })
}

/** The shift as it was last seen here. */
export function savedShift(owner: string, store: string): MyShift | undefined {
  const found = read(SAVED, owner) as { store: string; shift: MyShift } | undefined
  return found?.store === store ? found.shift : undefined
}
