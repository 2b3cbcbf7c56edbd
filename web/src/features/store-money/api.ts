import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { pageText, readDay, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'
import { queryOptions } from '../../lib/query/query-options'

/** A period of a store's account. */
export type Statement = components['schemas']['Statement']

/** How many entries a page shows. */
export const STATEMENT_PAGE = 50

/** Which part of the account is shown, as the address says it. */
export interface StatementPeriod {
  /** First and last day, as `2026-11-15`; empty for the current month. */
  from: string
  to: string
  page: number
}

/** Reads the address of a statement; what makes no sense is left out. */
export function readPeriod(search: string): StatementPeriod {
  const values = readQuery(search)
  return {
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    page: readPage(values),
  }
}

function days({ from, to }: StatementPeriod) {
  return { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
}

/** The address of a statement. */
export function periodAddress(store: string, period: StatementPeriod): string {
  return `/store/${encodeURIComponent(store)}/money${writeQuery([
    ...Object.entries(days(period)),
    ['page', pageText(period.page)],
  ])}`
}

/** The address of the same statement as a file. */
export function statementFile(store: string, period: StatementPeriod): string {
  return `/api/store/${encodeURIComponent(store)}/export/statement${writeQuery(Object.entries(days(period)))}`
}

/** A page of a statement. */
export const statementQuery = (store: string, period: StatementPeriod) =>
  queryOptions({
    queryKey: ['statement', store, period],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/statement', {
          params: {
            path: { id: store },
            query: { ...days(period), page: period.page, limit: STATEMENT_PAGE },
          },
          signal,
        }),
      ),
    staleTime: 0,
    meta: { personal: true },
  })
