/** The little of Trusted Types that is used here; not every browser has it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

const WORKER = '/sw.js'

/**
 * Lets the service worker keep what was seen for moments without a connection. It comes after
 * everything else: the page itself never waits for it.
 */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const known = navigator.serviceWorker.controller !== null
  await navigator.serviceWorker.register(trusted(WORKER))
  if (known) return
  // The first visit loaded everything before there was a worker to see it.
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(assets|media)\//.test(pathname),
    )
    .map(({ pathname }) => pathname)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  active?.postMessage({ about: 'seen', address: location.href, files })
}

/** The page's policy lets scripts come only from addresses that are vouched for. */
function trusted(address: string): string {
  const types = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = types?.createPolicy('dawa', {
    createScriptURL: (wanted) => {
      if (wanted === WORKER) return wanted
      throw new TypeError(`not a script of ours: ${wanted}`)
    },
  })
  return policy?.createScriptURL(address) ?? address
}
