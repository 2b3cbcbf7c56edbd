/**
 * Reads the query of an address; of a name given twice the first value counts, as on the server.
 * Not by URLSearchParams, which the page renderer does not have.
 */
export function readQuery(search: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [name = '', ...rest] = pair.split('=')
    const key = decode(name)
    if (key !== '' && !values.has(key)) values.set(key, decode(rest.join('=')))
  }
  return values
}

/** Writes the query of an address, question mark included; what is empty is left out. */
export function writeQuery(values: readonly (readonly [name: string, value: string])[]): string {
  const pairs = values
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // A stray percent sign, as people type them.
    return spaced
  }
}

// Half a character, left by cutting a text, cannot be encoded.
const HALVES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

// Commas and spaces stay readable in the address bar.
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(HALVES, ''))
    .replaceAll('%2C', ',')
    .replaceAll('%20', '+')
}
