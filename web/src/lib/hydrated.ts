import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What only the browser knows, `otherwise` on the server and until React has taken over the part
 * of the server's HTML that shows it. Parts are taken over one after the other, so a value that
 * arrived meanwhile must not be rendered into a part that is still the server's.
 */
export function useOnceHydrated<T>(value: T, otherwise: T): T {
  return useSyncExternalStore(
    never,
    () => value,
    () => otherwise,
  )
}
