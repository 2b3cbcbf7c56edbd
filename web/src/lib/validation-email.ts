const MAX_EMAIL_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
const MAX_LABEL_LENGTH = 63
const ATOM = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+$/
const LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/
const TOP_LABEL = /^[a-zA-Z]{2,}$/

/**
 * Whether mail can be sent to the address: ASCII, a dot-separated local part and a domain of at
 * least two labels, the last of letters.
 */
export function isEmail(value: string): boolean {
  const at = value.indexOf('@')
  if (at < 0 || value.length > MAX_EMAIL_LENGTH) return false
  const local = value.slice(0, at)
  const labels = value.slice(at + 1).split('.')
  return (
    local.length <= MAX_LOCAL_LENGTH &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1) ?? '')
  )
}

/** Whether it is an address that ends in .com or .net, as sign-up asks. */
export function isEmailComNet(value: string): boolean {
  return isEmail(value) && /\.(?:com|net)$/i.test(value)
}
