import { foldDigits } from '../../lib/digits'

/** The brands the shop takes. */
type CardBrand = 'visa' | 'mastercard' | 'amex'

/** The lengths of the groups in which a number is printed on the card. */
const GROUPS = [4, 4, 4, 4]
const AMEX_GROUPS = [4, 6, 5]
const EXPIRY_DIGITS = 6
const BULLET = '•'

/** A text in a field and where the caret stands in it. */
export interface TypedText {
  text: string
  caret: number
}

/**
 * The brand by how a number begins, as soon as that tells; null before, for other brands, and for
 * a mask, which hides how its number begins.
 */
export function brandOf(number: string): CardBrand | null {
  if (number.includes(BULLET)) return null
  const digits = digitsOf(number)
  const begins = (low: string, high: string) => {
    const head = digits.slice(0, low.length)
    return head.length === low.length && head >= low && head <= high
  }
  if (begins('4', '4')) return 'visa'
  if (begins('51', '55') || begins('2221', '2720')) return 'mastercard'
  if (begins('34', '34') || begins('37', '37')) return 'amex'
  return null
}

/** A card number in the groups of its brand, with the caret after the same digit as before. */
export function groupCardNumber({ text, caret }: TypedText): TypedText {
  const groups = brandOf(text) === 'amex' ? AMEX_GROUPS : GROUPS
  const most = groups.reduce((sum, length) => sum + length, 0)
  const digits = digitsOf(text).slice(0, most)
  const before = Math.min(digitsOf(text.slice(0, caret)).length, digits.length)
  return {
    text: grouped(digits, groups),
    caret: grouped(digits.slice(0, before), groups).length,
  }
}

/**
 * What typing makes of a number field that shows a saved card's mask. The mask stays as long as it
 * is whole; whoever touches it begins a new number.
 */
export function typeCardNumber(typed: TypedText, mask: string): TypedText {
  if (typed.text === mask || !typed.text.includes(BULLET)) {
    return typed.text === mask ? typed : groupCardNumber(typed)
  }
  const added = typed.text.startsWith(mask) ? typed.text.slice(mask.length) : ''
  return groupCardNumber({ text: added, caret: added.length })
}

/** An expiry date with its slash: `1230` reads `12/30`, `122030` reads `12/2030`. */
export function slashExpiry({ text, caret }: TypedText): TypedText {
  const digits = digitsOf(text).slice(0, EXPIRY_DIGITS)
  const before = Math.min(digitsOf(text.slice(0, caret)).length, digits.length)
  return { text: slashed(digits), caret: slashed(digits.slice(0, before)).length }
}

/** The digits of a CVV. */
export function cvvDigits({ text, caret }: TypedText): TypedText {
  const digits = digitsOf(text).slice(0, 4)
  return { text: digits, caret: Math.min(digitsOf(text.slice(0, caret)).length, digits.length) }
}

function digitsOf(text: string): string {
  return foldDigits(text).replaceAll(/[^0-9]/g, '')
}

function grouped(digits: string, lengths: readonly number[]): string {
  let at = 0
  const groups = lengths.map((length) => {
    at += length
    return digits.slice(at - length, at)
  })
  return groups.filter((group) => group !== '').join(' ')
}

function slashed(digits: string): string {
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}
