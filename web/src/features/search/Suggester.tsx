import { HeartPulse, History, Tag } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import shop from '../../../../contract/shop.json'
import { brandName } from '../../domain/product/brand-name'
import { inLang, type Translate, useLang, useT } from '../../lib/i18n'
import { writeQuery } from '../../lib/query-string'
import { useQuery } from '../../lib/query/use-query'
import type { ComboboxOption } from '../../ui/Combobox'
import { type Suggestions, suggestionsQuery } from './api'
import { useDebounced } from './debounce'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches'
import { SuggestionRow, suggestionName } from './SuggestionRow'

// They come with the suggestions: nobody searches before the box is used.
export { forgetSearches, rememberSearch }

interface SuggesterProps {
  /** What has been typed so far. */
  text: string
  /** Nothing is in the box: the recent searches of this device are offered. */
  empty: boolean
  onOptions: (options: readonly ComboboxOption[]) => void
}

const TYPING_MS = 120
const none: readonly ComboboxOption[] = []

/**
 * Finds suggestions while someone types, and renders nothing itself: it comes late, when the search
 * box is first used, and hands what it finds to the box that is there already.
 */
export function Suggester({ text, empty, onOptions }: SuggesterProps) {
  const t = useT()
  const { lang } = useLang()
  const typed = text.trim()
  const settled = useDebounced(typed, TYPING_MS)
  const enough = isEnough(typed) && isEnough(settled)
  const { data } = useQuery({ ...suggestionsQuery(settled), enabled: enough })
  const options = useMemo(() => {
    if (empty) return recentOptions(t)
    return enough && data !== undefined ? suggestedOptions(t, lang, data) : none
  }, [empty, enough, data, lang, t])
  useEffect(() => onOptions(options), [options, onOptions])
  return null
}

function isEnough(text: string): boolean {
  return text.length >= shop.search.autocomplete_min
}

function recentOptions(t: Translate): readonly ComboboxOption[] {
  return recentSearches().map((query) => ({
    id: `recent:${query}`,
    label: query,
    group: t('search.recent'),
    to: `/search-results${writeQuery([['q', query]])}`,
    content: <IconRow icon={<History className="size-5" />} name={query} />,
  }))
}

/** Concerns first, then products, then brands; a popup holds no more than one glance. */
function suggestedOptions(
  t: Translate,
  lang: 'english' | 'arabic',
  { concerns, products, brands }: Suggestions,
): readonly ComboboxOption[] {
  const shownBrands = brands.slice(0, 2)
  const places = shop.search.suggestions_max - concerns.length - shownBrands.length
  return [
    ...concerns.map(({ key, label, count }) => ({
      id: `concern:${key}`,
      label: inLang(lang, label),
      group: t('search.group_concerns'),
      to: `/concern/${encodeURIComponent(key)}`,
      content: (
        <IconRow icon={<HeartPulse className="size-5" />} name={inLang(lang, label)}>
          {t('list.results', { count })}
        </IconRow>
      ),
    })),
    ...products.slice(0, Math.max(places, 3)).map((suggestion) => ({
      id: suggestion.id,
      label: suggestionName(lang, suggestion),
      group: t('search.group_products'),
      to: `/product/${encodeURIComponent(suggestion.id)}`,
      content: <SuggestionRow suggestion={suggestion} />,
    })),
    ...shownBrands.map(({ brand, count }) => ({
      id: `brand:${brand}`,
      label: brandName(t, brand),
      group: t('search.group_brands'),
      to: `/brand/${encodeURIComponent(brand)}`,
      content: (
        <IconRow icon={<Tag className="size-5" />} name={brandName(t, brand)}>
          {t('list.results', { count })}
        </IconRow>
      ),
    })),
  ]
}

interface IconRowProps {
  icon: ReactNode
  name: string
  children?: ReactNode
}

/** A suggestion that is no product: what it is, its name, and how many products it leads to. */
function IconRow({ icon, name, children }: IconRowProps) {
  return (
    <>
      <span aria-hidden="true" className="grid w-11 shrink-0 place-items-center text-primary">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="font-semibold">{name}</bdi>
        {children !== undefined && <span className="text-sm text-muted"> · {children}</span>}
      </span>
    </>
  )
}
