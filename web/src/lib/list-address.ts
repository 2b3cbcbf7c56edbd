const PAGE = /^[1-9]\d{0,5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The page that an address names; the first when it names none. */
export function readPage(values: ReadonlyMap<string, string>): number {
  const page = values.get('page') ?? ''
  return PAGE.test(page) ? Number(page) : 1
}

/** A page as an address names it: the first one needs no name. */
export function pageText(page: number): string {
  return page === 1 ? '' : String(page)
}

/** A day of an address, as `2026-11-15`; empty when there is none. */
export function readDay(values: ReadonlyMap<string, string>, name: 'from' | 'to'): string {
  const day = values.get(name) ?? ''
  return DAY.test(day) ? day : ''
}
