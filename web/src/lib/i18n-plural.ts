/** A display language, named as the `language` cookie names it. */
export type Lang = 'english' | 'arabic'

/** The forms a plural text can have; English uses `one` and `other` only. */
export type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** The form a count takes, by the rules of Unicode CLDR; `Intl` is not there in the page renderer. */
export function pluralForm(lang: Lang, count: number): PluralForm {
  const n = Math.abs(count)
  if (!Number.isInteger(n)) return 'other'
  if (lang === 'english') return n === 1 ? 'one' : 'other'
  if (n === 0) return 'zero'
  if (n === 1) return 'one'
  if (n === 2) return 'two'
  const hundredth = n % 100
  if (hundredth >= 3 && hundredth <= 10) return 'few'
  return hundredth >= 11 ? 'many' : 'other'
}
