const SIGN_IN = '/user/login'
// Only used to read a path; no request ever goes there.
const ANYWHERE = 'https://shop.invalid'

/** Address of the sign-in page that leads back to `here` afterwards. */
export function signInPath(here: string): string {
  const next = safePath(here)
  return next === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`
}

/** Where to go after signing in: the `next` of the address, or Home. */
export function nextPath(search: string): string {
  return safePath(new URLSearchParams(search).get('next') ?? '/')
}

/**
 * Keeps only a path of this shop: `//evil.example`, `/\evil.example` and `javascript:` all read as
 * Home, and so do the sign-in and sign-up pages, which would send one around in a circle.
 */
function safePath(path: string): string {
  if (!path.startsWith('/')) return '/'
  let url: URL
  try {
    url = new URL(path, ANYWHERE)
  } catch {
    return '/'
  }
  if (url.origin !== ANYWHERE) return '/'
  if (url.pathname === SIGN_IN || url.pathname === '/user/signup') return '/'
  return url.pathname + url.search + url.hash
}
