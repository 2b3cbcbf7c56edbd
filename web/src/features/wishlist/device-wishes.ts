/** Where a visitor's wishlist is in localStorage; signing out removes it with everything else there. */
const KEY = 'deviceWishes'

/** How many products a device holds. */
const MAX = 100

/** Ids of what a visitor wished for on this device, last added first. */
export function readDeviceWishes(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string').slice(0, MAX) : []
  } catch {
    return []
  }
}

/** Saves them; the oldest go when there are too many. Storage that is refused saves nothing. */
export function writeDeviceWishes(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(ids.slice(0, MAX)))
  } catch {
    // Not saved.
  }
}
