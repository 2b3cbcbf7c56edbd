import { type Named, nameIn, otherLang, useLang } from '../../lib/i18n'

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
      {splitMeasures(name).map((stretch) =>
        stretch.whole ? (
          <span key={stretch.from} className="whitespace-nowrap">
            {stretch.text}
          </span>
        ) : (
          stretch.text
        ),
      )}
    </bdi>
  )
}

/**
 * A number with what it counts: “24 Caplets”, “10 x 10 cm”. Strengths like “500 mg/65 mg” are none, or
 * narrow lines could not hold them.
 */
const MEASURE =
  /(?<before>^|[\s(,،])(?<whole>\p{Nd}+(?:[.,]\p{Nd}+)?(?: ?[x×] ?\p{Nd}+)* [\p{L}\p{M}]+)(?=[\s),،]|$)/gu

interface NamePart {
  from: number
  text: string
  /** Stays on one line. */
  whole: boolean
}

function splitMeasures(name: string): NamePart[] {
  const found: NamePart[] = []
  let end = 0
  for (const match of name.matchAll(MEASURE)) {
    const { before = '', whole = '' } = match.groups ?? {}
    const from = match.index + before.length
    found.push({ from: end, text: name.slice(end, from), whole: false })
    found.push({ from, text: whole, whole: true })
    end = from + whole.length
  }
  found.push({ from: end, text: name.slice(end), whole: false })
  return found.filter(({ text }) => text !== '')
}
