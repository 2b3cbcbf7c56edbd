import { inLang, useLang } from '../../lib/i18n'
import { ProductPicture } from '../../domain/product/ProductPicture'
import { Price } from '../../domain/product/Price'
import type { Suggestion } from './api'
import { highlightParts } from './highlight'

/** One suggestion: picture, name with what was typed marked in it, and price. */
export function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { lang } = useLang()
  const name = suggestionName(lang, suggestion)
  const field = name === suggestion.arabic_name ? 'arabic_name' : 'english_name'
  return (
    <>
      <span className="w-11 shrink-0">
        <ProductPicture
          source={suggestion.images[0]}
          alt=""
          sizes="44px"
          className="rounded-small"
        />
      </span>
      <bdi className="line-clamp-3 min-w-0 flex-1 py-1 leading-snug">
        {highlightParts(unbroken(name), suggestion.highlight?.[field]).map((stretch, place) =>
          stretch.matched ? (
            // oxlint-disable-next-line react/no-array-index-key -- the stretches of one fixed name
            <mark key={place} className="bg-transparent font-bold text-primary">
              {stretch.text}
            </mark>
          ) : (
            stretch.text
          ),
        )}
      </bdi>
      <Price size="sm" price={suggestion.discounted_price} className="shrink-0" />
    </>
  )
}

/**
 * Numbers stay with their units, as on the product's page; sharing its function would make a file of one line that both
 * load. The text keeps its length, and what is marked its place.
 */
function unbroken(name: string): string {
  return name.replaceAll(/(?<=\p{Nd}) (?=[\p{L}%])/gu, '\u00a0')
}

/** The name of a suggestion in a language. */
export function suggestionName(
  lang: 'english' | 'arabic',
  { english_name: english, arabic_name: arabic }: Suggestion,
): string {
  return inLang(lang, { english, arabic })
}
