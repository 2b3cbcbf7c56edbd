import shop from '../../../../contract/shop.json'
import { type Cents, centsText, toCents } from '../../lib/cents'

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

/** The price less percent, rounded half-up to a cent; percentages are limited to 0–100. */
export function discounted(price: Cents, percent: number): Cents {
  const rest = 100 - Math.min(Math.max(Math.trunc(percent), 0), 100)
  return Math.floor((price * rest + 50) / 100)
}

/** One line of a cart, as the totals need it. */
export interface MoneyLine {
  price: Cents
  discount: number
  quantity: number
}

/** What a cart costs. */
interface CartTotals {
  subtotal: Cents
  fee: Cents
  total: Cents
}

/** Adds up a cart: each unit price is discounted and rounded first, then multiplied. */
export function cartTotals(lines: readonly MoneyLine[]): CartTotals {
  const subtotal = lines.reduce(
    (sum, line) => sum + discounted(line.price, line.discount) * line.quantity,
    0,
  )
  const fee = lines.length === 0 ? 0 : shop.delivery_fee
  return { subtotal, fee, total: subtotal + fee }
}
