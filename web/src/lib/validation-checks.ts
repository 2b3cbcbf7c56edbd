import { parseMoney } from './cents'
import rules from '../../../contract/rules.json'
import shop from '../../../contract/shop.json'
import { isEmail, isEmailComNet } from './validation-email'

/** One check of a field, as rules.json writes it. */
export interface Check {
  check: string
  code: string
  value?: number
  min?: number
  max?: number
  class?: string
  list?: string
  /** Counts only for American Express, or only for every other card. */
  amex?: boolean
  /** Counts only where the shop has widened the rules of accounts, or only where it has not. */
  wide?: boolean
}

/** What decides which of a field's checks count. */
export interface Circumstances {
  amex: boolean
  wide: boolean
}

/** Whether a check counts. */
export function counts({ amex, wide }: Check, here: Circumstances): boolean {
  return (amex ?? here.amex) === here.amex && (wide ?? here.wide) === here.wide
}

/** Whether a card number begins like one of American Express: 15 digits, and a code of 4. */
export function isAmex(number: string): boolean {
  return /^3[47]/.test(number)
}

// Keeps integers exact in a JavaScript number; the server stops at the same length.
const MAX_INTEGER_DIGITS = 15
const MASK_DIGITS = 4

const GROUPS: Readonly<Record<string, RegExp>> = {
  letter: /^\p{L}$/u,
  mark: /^\p{M}$/u,
  digit: /^\p{Nd}$/u,
  ascii_letter: /^[a-zA-Z]$/,
  ascii_digit: /^[0-9]$/,
}

const LISTS: Readonly<Record<string, readonly string[]>> = {
  categories: shop.categories,
  dosage_forms: shop.dosage_forms,
  regulations: shop.regulations,
}

function named<T>(table: Readonly<Record<string, T>>, name: string | undefined): T {
  const found = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
  if (found === undefined) throw new Error(`rules.json names an unknown ${String(name)}`)
  return found
}

function characters(value: string): number {
  return Array.from(value).length
}

function inClass(name: string | undefined, value: string): boolean {
  const { also, groups } = named<{ groups: string[]; also: string }>(rules.classes, name)
  const single = new Set(also)
  return Array.from(value).every(
    (c) => single.has(c) || groups.some((group) => named(GROUPS, group).test(c)),
  )
}

function isDigits(value: string, least: number, most: number): boolean {
  return /^[0-9]*$/.test(value) && value.length >= least && value.length <= most
}

/** A card number as the shop shows it back: bullets, then the last four digits. */
function isMask(value: string, length: number): boolean {
  return (
    /^•*[0-9]{4}$/.test(value) &&
    value.length === length &&
    value.lastIndexOf('•') === length - MASK_DIGITS - 1
  )
}

function parseInteger(value: string): number | null {
  const match = /^-?([0-9]+)$/.exec(value)
  return match !== null && (match[1] ?? '').length <= MAX_INTEGER_DIGITS ? Number(value) : null
}

/** Month 01–12 and a year of two or four digits, the slash optional. */
function isExpDate(value: string): boolean {
  return /^(?:0[1-9]|1[0-2])\/?(?:[0-9]{2}|[0-9]{4})$/.test(value)
}

function within(number: number | null, least: number, most: number): boolean {
  // What is not a number was refused by an earlier check of the same field, or is not our concern.
  return number === null || (number >= least && number <= most)
}

/** Runs one check on a cleaned value. */
export function passes(check: Check, value: string): boolean {
  const { max = Infinity, min = 0, value: limit = 0 } = check
  switch (check.check) {
    case 'required':
      return value !== ''
    case 'min':
      return characters(value) >= limit
    case 'max':
      return characters(value) <= limit
    case 'class':
      return inClass(check.class, value)
    case 'digits':
      return isDigits(value, min, max)
    case 'digits_or_mask':
      return isDigits(value, min, max) || isMask(value, max)
    case 'integer':
      return parseInteger(value) !== null
    case 'min_value':
      return within(parseInteger(value), limit, Infinity)
    case 'max_value':
      return within(parseInteger(value), -Infinity, limit)
    case 'money':
      return parseMoney(value) !== null
    case 'min_money':
      return within(parseMoney(value), limit, Infinity)
    case 'max_money':
      return within(parseMoney(value), -Infinity, limit)
    case 'phone':
      // No number of Lebanon begins with two zeros, and one digit eight times is nobody's.
      return !/^00|^(.)\1+$/.test(value)
    case 'email':
      return isEmail(value)
    case 'email_com_net':
      return isEmailComNet(value)
    case 'username_or_email':
      return (
        (/^[a-zA-Z0-9]*$/.test(value) && value.length >= min && value.length <= max) ||
        isEmail(value)
      )
    case 'exp_date':
      return isExpDate(value)
    case 'one_of':
      return named(LISTS, check.list).includes(value)
    default:
      throw new Error(`rules.json has an unknown check ${check.check}`)
  }
}
