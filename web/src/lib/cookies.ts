const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The value of a cookie that scripts may read, or null. */
export function readCookie(name: string, all: string = document.cookie): string | null {
  for (const pair of all.split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return decodeURIComponent(value.join('='))
  }
  return null
}

/** Writes a cookie for the whole shop, for a year unless told otherwise. */
export function writeCookie(
  name: string,
  value: string,
  { path = '/', maxAge = YEAR_SECONDS }: { path?: string; maxAge?: number } = {},
): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`
}
