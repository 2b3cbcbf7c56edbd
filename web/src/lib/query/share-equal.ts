type Tree = Record<string, unknown>

/**
 * The new value, in which every part that equals the old one is the old one itself: React and effects take an equal
 * answer for the same. For data as JSON has them; anything else is taken as it is.
 */
export function shareEqual<T>(before: unknown, now: T): T {
  if (before === now || !/Object|Array/.test(kindOf(now)) || kindOf(before) !== kindOf(now)) {
    return now
  }
  const old = before as Tree
  const entries = Object.entries(now as Tree)
  let isEqual = entries.length === Object.keys(old).length
  const shared = (Array.isArray(now) ? [] : {}) as Tree
  for (const [name, value] of entries) {
    shared[name] = shareEqual(old[name], value)
    isEqual &&= name in old && shared[name] === old[name]
  }
  return (isEqual ? old : shared) as T
}

/** `[object Object]` and the like; the same in whatever window the value was made. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value)
}
