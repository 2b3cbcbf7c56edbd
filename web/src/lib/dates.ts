import type { MessageKey, Translate } from './i18n'

/**
 * The day of a moment in the reader's language, as in '15 November 2026'. Lebanon's own day: the
 * shop and its shoppers live there, wherever the reader's clock thinks it is.
 */
export function longDate(t: Translate, moment: string): string {
  const day = lebaneseDay(moment)
  if (day === null) return ''
  return t('date.long', {
    day: day.getUTCDate(),
    month: t(`date.month_${day.getUTCMonth() + 1}` as MessageKey),
    year: day.getUTCFullYear(),
  })
}

/** The day and the minute of a moment on Lebanon's clock, as in '15 November 2026, 14:05'. */
export function longDateTime(t: Translate, moment: string): string {
  const day = lebaneseDay(moment)
  if (day === null) return ''
  return t('date.with_time', { date: longDate(t, moment), time: day.toISOString().slice(11, 16) })
}

/** The day of a moment as files and paper name it, as in '2026-11-15'. */
export function isoDay(moment: string): string {
  return lebaneseDay(moment)?.toISOString().slice(0, 10) ?? ''
}

const HOUR = 3_600_000

function lebaneseDay(moment: string): Date | null {
  const time = Date.parse(moment)
  if (Number.isNaN(time)) return null
  return new Date(time + (isSummer(time) ? 3 : 2) * HOUR)
}

/** Lebanon's summer time: from the last Sunday of March to the last Sunday of October, midnight. */
function isSummer(time: number): boolean {
  const year = new Date(time + 2 * HOUR).getUTCFullYear()
  return time >= lastSunday(year, 2) - 2 * HOUR && time < lastSunday(year, 9) - 3 * HOUR
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getTime() - last.getUTCDay() * 24 * HOUR
}
