import shop from '../../../../contract/shop.json'
import type { Translate } from '../../lib/i18n'
import { formatPrice } from '../../domain/money/money'
import type { ListQuery } from './list-query'

// A price range reads left to right in both languages; the marks keep it together.
const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** A price of the slider: whole dollars without cents. */
export function wholeDollars(dollars: number): string {
  return Number.isInteger(dollars) ? `${shop.currency.sign}${dollars}` : formatPrice(dollars)
}

/** The chosen price range in words, such as '$5 – $20', or null when there is none. */
export function priceRangeText(
  t: Translate,
  { minPrice, maxPrice }: Pick<ListQuery, 'minPrice' | 'maxPrice'>,
): string | null {
  if (minPrice === null && maxPrice === null) return null
  const min = wholeDollars(minPrice ?? shop.slider.min)
  if (maxPrice === null) return t('list.price_at_least', { min: isolated(min) })
  return isolated(t('list.price_between', { min, max: wholeDollars(maxPrice) }))
}

function isolated(text: string): string {
  return LEFT_TO_RIGHT + text + END
}
