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
  // A worker that takes over, the first or the next version's, has not seen what this page loaded.
  navigator.serviceWorker.addEventListener('controllerchange', tellSeen)
  await navigator.serviceWorker.register(trusted(WORKER))
}

function tellSeen(): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(assets|media)\//.test(pathname),
    )
    .map(({ pathname }) => pathname)
  const worker = navigator.serviceWorker.controller
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker?.postMessage({ about: 'seen', address: location.href, files })
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
