/** A stretch of a name, and whether it is what was typed. */
interface HighlightPart {
  text: string
  matched: boolean
}

/** Cuts a name at the ranges the server found, which count as JavaScript does. */
export function highlightParts(
  name: string,
  ranges: readonly (readonly number[])[] = [],
): HighlightPart[] {
  const cut: HighlightPart[] = []
  let at = 0
  for (const [start = 0, end = 0] of ranges) {
    if (start < at || end <= start || end > name.length) continue
    if (start > at) cut.push({ text: name.slice(at, start), matched: false })
    cut.push({ text: name.slice(start, end), matched: true })
    at = end
  }
  if (at < name.length) cut.push({ text: name.slice(at), matched: false })
  return cut
}
