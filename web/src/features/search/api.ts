import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

/** Concerns, products and brands for what was typed so far. */
export type Suggestions = components['schemas']['Suggestions']

/** What the search box needs to know of a product. */
export type Suggestion = components['schemas']['Suggestion']

/**
 * Suggestions for what was typed so far. An outdated question is given up by its signal; the
 * former suggestions stay until the new ones are there, so that the list does not blink.
 */
export const suggestionsQuery = (name: string) =>
  queryOptions({
    queryKey: ['suggestions', name] as const,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/suggest', { params: { query: { q: name } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Once more: whoever has stopped typing asks nothing else.
    retry: 1,
    retryDelay: 400,
  })
