/** A key that no two presses share, for calls that must happen once. */
export function newKey(): string {
  // Over plain http, as in a shop tried out on a local network, there is no randomUUID.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
