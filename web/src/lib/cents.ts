/** A whole number of US cents. The server counts the same way; the golden cases hold both to it. */
export type Cents = number

// Keeps amounts exact: 13 digits of dollars are below 2^53 cents.
const MAX_WHOLE_DIGITS = 13

/** Reads dollars written as "12", "12.5" or "12.34"; null for anything else. */
export function parseMoney(text: string): Cents | null {
  const match = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) return null
  const whole = (match[1] ?? '').replace(/^0+/, '')
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (whole.length > MAX_WHOLE_DIGITS || fraction.length > 2) return null
  return Number(whole + fraction.padEnd(2, '0'))
}

/** Cents of a price as the wire carries it, a number of dollars. */
export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100)
}

/** Dollars with two decimals and no sign: "12.34". */
export function centsText(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
