import { nameOfStore } from '../../domain/store/store'
import type { Lang } from '../../lib/i18n-plural'
import type { ReportRow } from './api'

/** What the lines of a report are added up by. */
export type GroupBy = 'day' | 'courier' | 'store'

/** Some lines of a report together. */
export interface Group {
  key: string
  /** A day, a courier's name or a store's in the reader's language; null is the shop itself. */
  name: string | null
  shifts: number
  unclosed: number
  received: Sum
  change: Sum
  expected: Sum
  counted: Sum
  difference: Sum
}

interface Sum {
  usd: number
  lbp: number
}

// Dollars are added as cents, so that nothing is lost.
function add(a: Sum, b: Sum): Sum {
  return { usd: (Math.round(a.usd * 100) + Math.round(b.usd * 100)) / 100, lbp: a.lbp + b.lbp }
}

const zero: Sum = { usd: 0, lbp: 0 }

/** Adds the lines of a report up by day, courier or store, in the order of the report. */
export function groupRows(rows: readonly ReportRow[], by: GroupBy, lang: Lang): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const [key, name] =
      by === 'day'
        ? [row.day, row.day]
        : by === 'courier'
          ? [row.courier._id, row.courier.name]
          : [row.store?._id ?? '', row.store === null ? null : nameOfStore(lang, row.store)]
    const group = groups.get(key) ?? {
      key,
      name,
      shifts: 0,
      unclosed: 0,
      received: zero,
      change: zero,
      expected: zero,
      counted: zero,
      difference: zero,
    }
    groups.set(key, {
      ...group,
      shifts: group.shifts + row.shifts,
      unclosed: group.unclosed + row.unclosed,
      received: add(group.received, row.received),
      change: add(group.change, row.change),
      expected: add(group.expected, row.expected),
      counted: add(group.counted, row.counted),
      difference: add(group.difference, row.difference),
    })
  }
  return [...groups.values()]
}
