/** What was searched for on this device, the latest first. It never leaves the device. */

const KEY = 'recentSearches'
const MOST = 6
const LONGEST = 60

/** The recent searches; none where the browser stores nothing. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((query): query is string => typeof query === 'string').slice(0, MOST)
  } catch {
    return []
  }
}

/** Puts a search before the others. */
export function rememberSearch(query: string): void {
  if (query.length > LONGEST) return
  const others = recentSearches().filter((other) => other.toLowerCase() !== query.toLowerCase())
  try {
    localStorage.setItem(KEY, JSON.stringify([query, ...others].slice(0, MOST)))
  } catch {
    // A browser that stores nothing has no recent searches.
  }
}

/** Forgets all of them. */
export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // There is nothing to forget.
  }
}
