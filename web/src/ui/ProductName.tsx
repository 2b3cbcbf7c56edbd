import { type Named, nameIn, otherLang, useLang } from '../lib/i18n'

interface ProductNameProps {
  of: Named
  className?: string
}

/**
 * A product's name, which keeps to its own direction in the line around it. One that is missing in
 * the reader's language is shown in the other, and marked for those who hear it read.
 */
export function ProductName({ of, className }: ProductNameProps) {
  const { lang } = useLang()
  const name = nameIn(lang, of)
  return (
    <bdi lang={otherLang(lang, of.english_name, of.arabic_name)} className={className}>
      {withItsUnit(name)}
    </bdi>
  )
}

/**
 * Keeps a number on one line with what it counts: “24 Caplets” is read as one word. Strengths like
 * “500 mg/65 mg” may still break, or narrow lines could not hold them.
 */
function withItsUnit(name: string): string {
  return name.replaceAll(
    /(^|[\s(,،])(\p{Nd}+(?:[.,]\p{Nd}+)?) (?=[\p{L}\p{M}]+(?:[\s),،]|$))/gu,
    '$1$2\u00A0',
  )
}
