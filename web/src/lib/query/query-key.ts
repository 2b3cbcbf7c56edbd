import type { QueryKey } from './query-options'

/** Writes a key as text; the order in which an object names its parts does not matter. */
export function hashKey(key: unknown): string {
  return JSON.stringify(key, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** Whether a key begins with all parts of another. */
export function beginsWith(key: QueryKey, start: QueryKey): boolean {
  return start.every((part, place) => hashKey(part) === hashKey(key[place]))
}
