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
      {name}
    </bdi>
  )
}
