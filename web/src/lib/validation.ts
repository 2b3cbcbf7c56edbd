import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

import rules from '../../../contract/rules.json'
import { foldDigits } from './digits'
import { type Check, type Circumstances, counts, isAmex, passes } from './validation-checks'

/** A form that rules.json knows. */
export type FormName = keyof typeof rules.forms

/** The fields of a form. */
export type FieldName<F extends FormName> = keyof (typeof rules.forms)[F] & string

/** What is in a form's fields; numbers and yes/no are read as their text. */
type FormValues = Readonly<Record<string, unknown>>

/** The outcome of checking a form. */
interface FormOutcome {
  /** Every field of the form, prepared for sending. */
  clean: Record<string, string>
  /** Refused field → code; the text is `rule.<code>`. Empty when all is well. */
  errors: Record<string, string>
}

interface FieldRule {
  raw?: boolean
  fold?: boolean
  drop?: string
  phone?: boolean
  visible?: boolean
  checks: readonly Check[]
}

function fieldsOf(form: FormName): Readonly<Record<string, FieldRule>> {
  return rules.forms[form]
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function isDropped(code: number): boolean {
  return rules.clean.drop.some(([first = 0, last = 0]) => code >= first && code <= last)
}

/** Zero-width, tag and filler characters: with them two names look alike. */
function hasInvisible(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    if (rules.clean.invisible.some(([first = 0, last = 0]) => code >= first && code <= last))
      return true
  }
  return false
}

function trimmed(value: string): string {
  const ends = rules.clean.trim
  let start = 0
  let end = value.length
  while (start < end && ends.includes(value.charAt(start))) start++
  while (end > start && ends.includes(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

/** Prepares a text as the server will: without control and bidi marks, ends trimmed. */
function cleanText(value: string): string {
  let clean = ''
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    if (rules.clean.as_space.includes(code)) clean += ' '
    else if (!isDropped(code)) clean += character
  }
  return trimmed(clean)
}

function prepare(rule: FieldRule, value: string): string {
  if (rule.raw === true) return value
  let text = cleanText(value)
  if (rule.fold === true) text = foldDigits(text)
  const { drop = '' } = rule
  if (drop !== '')
    text = Array.from(text)
      .filter((c) => !drop.includes(c))
      .join('')
  return rule.phone === true ? lebanesePhone(text) : text
}

/**
 * A number of Lebanon as people there dial it: 8 digits, without the country prefix, with the zero of 03 and of the
 * landlines and without one before 70 to 89. What is no such number stays as typed.
 */
function lebanesePhone(typed: string): string {
  const digits = typed.replaceAll(/[-./()]/g, '')
  const local = digits.replace(/^(?:\+|00)961/, '')
  if (/^0[78][0-9]{7}$/.test(local)) return local.slice(1)
  if (/^[0-9]{8}$/.test(local)) return local
  return local !== digits && /^[1-9][0-9]{6}$/.test(local) ? `0${local}` : typed
}

function apply(
  rule: FieldRule,
  value: unknown,
  here: Circumstances,
): { clean: string; code: string | null } {
  const clean = prepare(rule, asText(value))
  if (rule.visible === true && hasInvisible(asText(value))) return { clean, code: 'invisible' }
  const broken = rule.checks.find(
    (check) =>
      (clean !== '' || check.check === 'required') && counts(check, here) && !passes(check, clean),
  )
  return { clean, code: broken?.code ?? null }
}

/** Whether the shop takes any email address and passwords of any characters. */
export function areRulesWide(): boolean {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="account-rules"]')
  return meta?.content === 'wide'
}

const CARD = 'card_number'

function circumstances(form: FormName, values: FormValues): Circumstances {
  const card = fieldsOf(form)[CARD]
  return {
    amex: card !== undefined && isAmex(prepare(card, asText(values[CARD]))),
    wide: areRulesWide(),
  }
}

/** Checks one field: the code of the first rule it breaks (text `rule.<code>`), or null. */
export function checkField<F extends FormName>(
  form: F,
  field: FieldName<F>,
  value: unknown,
): string | null {
  const rule = fieldsOf(form)[field]
  if (rule === undefined) throw new Error(`rules.json has no field ${field} in form ${form}`)
  return apply(rule, value, circumstances(form, { [field]: value })).code
}

/** Prepares one field for sending: trimmed, digits folded. */
export function cleanField<F extends FormName>(
  form: F,
  field: FieldName<F>,
  value: unknown,
): string {
  const rule = fieldsOf(form)[field]
  if (rule === undefined) throw new Error(`rules.json has no field ${field} in form ${form}`)
  return prepare(rule, asText(value))
}

/** Checks a whole form, as the server will. */
export function checkForm(form: FormName, values: FormValues): FormOutcome {
  const outcome: FormOutcome = { clean: {}, errors: {} }
  const here = circumstances(form, values)
  for (const [field, rule] of Object.entries(fieldsOf(form))) {
    const { clean, code } = apply(rule, values[field], here)
    outcome.clean[field] = clean
    if (code !== null) outcome.errors[field] = code
  }
  return outcome
}

/** The longest text a field takes, for `maxlength`; undefined when there is no such rule. */
export function maxLength<F extends FormName>(form: F, field: FieldName<F>): number | undefined {
  const here = { amex: false, wide: areRulesWide() }
  return fieldsOf(form)[field]?.checks.find((check) => check.check === 'max' && counts(check, here))
    ?.value
}

/**
 * A react-hook-form resolver over a form's rules. `errors.<field>.message` is the code, shown as
 * `rule.<code>`. Values handed to the submit handler are cleaned; fields without rules pass as
 * they are.
 */
export function rulesResolver<T extends FieldValues>(form: FormName): Resolver<T> {
  return (values) => {
    const { clean, errors } = checkForm(form, values)
    const names = Object.keys(errors)
    if (names.length === 0) {
      const cleaned = Object.fromEntries(
        Object.entries(clean).filter(([field]) => typeof values[field] === 'string'),
      )
      return { values: { ...values, ...cleaned }, errors: {} }
    }
    const refused = Object.fromEntries(
      names.map((field) => [field, { type: 'rule', message: errors[field] }]),
    )
    return { values: {}, errors: refused as FieldErrors<T> }
  }
}
