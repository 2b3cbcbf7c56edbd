import type { components } from '../../generated/api'
import type { Translate } from '../../lib/i18n'

type OpeningHours = components['schemas']['OpeningHours']

/** The days of a week, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Days in a row with the same hours; the last may be the first. */
export interface DayRange {
  first: number
  last: number
  /** As in 08:00–13:00; none is closed. */
  times: string[]
}

/** The hours of a week, days with the same hours together. */
export function dayRanges(hours: readonly OpeningHours[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const day of weekdays) {
    const times = hours.filter((one) => one.day === day).map(({ from, to }) => `${from}–${to}`)
    const before = ranges.at(-1)
    if (before !== undefined && before.times.join() === times.join()) before.last = day
    else ranges.push({ first: day, last: day, times })
  }
  return ranges
}

/** What days are called: one, a few in a row, or every day. */
export function daysText(t: Translate, { first, last }: DayRange): string {
  if (first === 1 && last === 7) return t('store.every_day')
  const name = (day: number) => t.maybe(`weekday.${day}`) ?? ''
  return first === last ? name(first) : t('store.days', { first: name(first), last: name(last) })
}
