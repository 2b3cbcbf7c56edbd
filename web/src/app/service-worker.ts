/** The little of Trusted Types that is used here; not every browser has it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

const WORKER = '/sw.js'

/**
 * Lets the service worker store what was seen for moments without a connection. It comes after
 * everything else: the page itself never waits for it.
 */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  // A worker that takes over, the first or the next version's, has not seen what this page loaded.
  // It may have done so before this script arrived.
  const tellWhatItMissed = () => {
    tellLoaded()
    tellLanguage()
  }
  navigator.serviceWorker.addEventListener('controllerchange', tellWhatItMissed)
  tellWhatItMissed()
  new MutationObserver(tellLanguage).observe(document.documentElement, {
    attributeFilter: ['lang'],
  })
  await navigator.serviceWorker.register(trusted(WORKER))
}

/** The offline page is in the language last used. An address that names its language says nothing about it. */
function tellLanguage(): void {
  if (/[?&]lang=/.test(location.search)) return
  tellWorker({ type: 'language', lang: document.documentElement.lang })
}

function tellLoaded(): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(assets|media)\//.test(pathname),
    )
    .map(({ pathname }) => pathname)
  tellWorker({ type: 'loaded', address: location.href, files })
}

function tellWorker(news: Record<string, unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  navigator.serviceWorker.controller?.postMessage(news)
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
