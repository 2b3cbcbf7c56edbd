import { Fragment } from 'react'
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
        stretch.whole ? <Measure key={stretch.from} text={stretch.text} /> : stretch.text,
      )}
    </bdi>
  )
}

/** A number and its unit are never parted; a strength of two parts may break after its slash, nowhere else. */
function Measure({ text }: { text: string }) {
  const parts = text.split('/')
  return parts.map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one fixed text
    <Fragment key={place}>
      {place > 0 && <wbr />}
      <span className="whitespace-nowrap">
        {part}
        {place < parts.length - 1 && '/'}
      </span>
    </Fragment>
  ))
}

/** A number with what it counts or measures: “24 Caplets”, “10 x 10 cm”, “500 mg/65 mg”, “0.1 %”. */
const MEASURE =
  /(?<before>^|[\s(,،])(?<whole>\p{Nd}+(?:[.,]\p{Nd}+)?(?: ?[x×] ?\p{Nd}+)* (?:[\p{L}\p{M}]+|%)(?:\/(?:\p{Nd}+(?:[.,]\p{Nd}+)? )?[\p{L}\p{M}]+)*)(?=[\s),،]|$)/gu

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
