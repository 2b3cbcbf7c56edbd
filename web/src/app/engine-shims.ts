/**
 * What the page renderer's small engine lacks of a browser's globals and the shop's modules touch
 * while they render. Imported first by the server entry; where the real thing exists it stays.
 */

type Pair = readonly [name: string, value: string]

/** The part of URLSearchParams that links are written and read with. */
class QueryShim {
  readonly #pairs: Pair[]

  constructor(from: string | Readonly<Record<string, string>> | Iterable<Pair> = '') {
    if (typeof from === 'string') this.#pairs = parseQuery(from)
    else if (Symbol.iterator in from) this.#pairs = [...from]
    else this.#pairs = Object.entries(from)
  }

  get(name: string): string | null {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null
  }

  getAll(name: string): string[] {
    return this.#pairs.filter(([key]) => key === name).map(([, value]) => value)
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  append(name: string, value: string): void {
    this.#pairs.push([name, value])
  }

  [Symbol.iterator](): Iterator<Pair> {
    return this.#pairs[Symbol.iterator]()
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&')
  }
}

function parseQuery(query: string): Pair[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...rest] = part.split('=')
      return [formDecode(name), formDecode(rest.join('='))]
    })
}

function formEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

function formDecode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

const PARTS = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i

/** Addresses as the router takes them apart: absolute, or rooted with a base beside them. */
class AddressShim {
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
  readonly hash: string

  constructor(address: string | AddressShim, base?: string | AddressShim) {
    let text = String(address)
    if (!PARTS.test(text)) {
      if (base === undefined) throw new TypeError(`Invalid URL: ${text}`)
      const from = new AddressShim(base)
      text = `${from.origin}${text.startsWith('/') ? '' : '/'}${text}`
    }
    const [, protocol = '', host = '', path = '', search = '', hash = ''] = PARTS.exec(text) ?? []
    this.protocol = protocol.toLowerCase()
    this.host = host.toLowerCase()
    this.pathname = escaped(path === '' ? '/' : path, /["<>`{}^\\]/)
    this.search = search === '?' ? '' : escaped(search, /["'<>]/)
    this.hash = hash === '#' ? '' : escaped(hash, /["<>`]/)
  }

  get origin(): string {
    return `${this.protocol}//${this.host}`
  }

  get href(): string {
    return this.origin + this.pathname + this.search + this.hash
  }

  get searchParams(): QueryShim {
    return new QueryShim(this.search)
  }

  toString(): string {
    return this.href
  }
}

/** Writes what may not stand in an address as it is; what is written so already stays. */
function escaped(text: string, signs: RegExp): string {
  return Array.from(text, (sign) => {
    const plain = sign > ' ' && sign < '\u007F' && !signs.test(sign)
    return plain ? sign : encodeURIComponent(sign)
  }).join('')
}

const nothing = () => {}

/** Effects and timers never run while a page is rendered; what is queued then is dropped. */
const shims: Readonly<Record<string, unknown>> = {
  console: { debug: nothing, error: nothing, info: nothing, log: nothing, warn: nothing },
  setTimeout: () => 0,
  clearTimeout: nothing,
  queueMicrotask: nothing,
  URL: AddressShim,
  URLSearchParams: QueryShim,
}

for (const [name, shim] of Object.entries(shims)) {
  if (!(name in globalThis)) Reflect.set(globalThis, name, shim)
}
