import { joinMeasures } from '../../domain/product/measures'
import { inLang, otherLang, useLang } from '../../lib/i18n'

/** A long text as it was written, line by line; when there is none in the reader's language, the other's, marked so. */
export function Paragraphs({ english = '', arabic = '' }: { english?: string; arabic?: string }) {
  const { lang } = useLang()
  return (
    <p
      lang={otherLang(lang, english, arabic)}
      dir="auto"
      className="text-start whitespace-pre-line"
    >
      {joinMeasures(inLang(lang, { english, arabic }))}
    </p>
  )
}
