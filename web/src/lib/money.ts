import shop from '../../../contract/shop.json'

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

/** An amount of cents as the shop shows it: "$12.34". */
export function formatCents(cents: Cents): string {
  return cents < 0
    ? `-${shop.currency.sign}${centsText(-cents)}`
    : shop.currency.sign + centsText(cents)
}

/** A price of the wire (a number of dollars) as the shop shows it: "$12.34". */
export function formatPrice(dollars: number): string {
  return formatCents(toCents(dollars))
}

/** The price less percent, rounded half-up to a cent; percentages are kept within 0–100. */
export function discounted(price: Cents, percent: number): Cents {
  const kept = 100 - Math.min(Math.max(Math.trunc(percent), 0), 100)
  return Math.floor((price * kept + 50) / 100)
}

/** One line of a cart, as the totals need it. */
export interface MoneyLine {
  price: Cents
  discount: number
  quantity: number
}

/** What a cart costs. */
export interface Totals {
  subtotal: Cents
  fee: Cents
  total: Cents
}

/** Adds up a cart: each unit price is discounted and rounded first, then multiplied. */
export function tally(lines: readonly MoneyLine[]): Totals {
  const subtotal = lines.reduce(
    (sum, line) => sum + discounted(line.price, line.discount) * line.quantity,
    0,
  )
  const fee = lines.length === 0 ? 0 : shop.delivery_fee
  return { subtotal, fee, total: subtotal + fee }
}
