import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import shop from '../../../../contract/shop.json'
import { useLang } from '../../lib/i18n'
import type { ComboboxOption } from '../../ui/Combobox'
import { suggestionsQuery } from './api'
import { useDebounced } from './debounce'
import { SuggestionRow, suggestionName } from './SuggestionRow'

interface SuggesterProps {
  /** What has been typed so far. */
  text: string
  onOptions: (options: readonly ComboboxOption[]) => void
}

const TYPING_MS = 120
const none: readonly ComboboxOption[] = []

/**
 * Finds suggestions while someone types, and renders nothing itself: it comes late, when the search
 * box is first used, and hands what it finds to the box that is there already.
 */
export function Suggester({ text, onOptions }: SuggesterProps) {
  const { lang } = useLang()
  const typed = text.trim()
  const settled = useDebounced(typed, TYPING_MS)
  const enough = isEnough(typed) && isEnough(settled)
  const { data } = useQuery({ ...suggestionsQuery(settled), enabled: enough })
  const options = useMemo(
    () =>
      !enough || data === undefined
        ? none
        : data.map((suggestion) => ({
            id: suggestion.id,
            label: suggestionName(lang, suggestion),
            content: <SuggestionRow suggestion={suggestion} />,
          })),
    [enough, data, lang],
  )
  useEffect(() => onOptions(options), [options, onOptions])
  return null
}

function isEnough(text: string): boolean {
  return text.length >= shop.search.autocomplete_min
}
