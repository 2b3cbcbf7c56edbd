import { useSyncExternalStore } from 'react'

/**
 * Whether this browser can use passkeys here: it reads and writes their JSON, and the shop has a host name. At a bare
 * IP address browsers allow none.
 */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !isBareAddress()
  )
}

/** Whether the shop is open at an IP address instead of a host name, where it offers no passkeys. */
export function isBareAddress(): boolean {
  return /^[\d.]+$|:/.test(location.hostname)
}

/** The same for a page that the server may have rendered, where nobody knows the browser. */
export function useSupportsPasskeys(): boolean {
  return useSyncExternalStore(never, supportsPasskeys, () => false)
}

function never() {
  return () => {}
}
