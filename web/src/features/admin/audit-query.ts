import { pageText, readDay, readPage } from '../../lib/list-address'
import { readQuery, writeQuery } from '../../lib/query-string'

/** Which entries of the audit log are shown. */
export interface AuditFilter {
  /** The id of a store; empty for everything. */
  store: string
  actor: string
  action: string
  from: string
  to: string
  page: number
}

/** Everything, newest first. */
export const wholeAudit: AuditFilter = {
  store: '',
  actor: '',
  action: '',
  from: '',
  to: '',
  page: 1,
}

/** The filter that an address holds. */
export function readAudit(search: string): AuditFilter {
  const values = readQuery(search)
  return {
    store: values.get('store') ?? '',
    actor: values.get('actor') ?? '',
    action: values.get('action') ?? '',
    from: readDay(values, 'from'),
    to: readDay(values, 'to'),
    page: readPage(values),
  }
}

/** The address of a filter. */
export function auditAddress({ page, ...filter }: AuditFilter): string {
  return `/admin/audit${writeQuery([...Object.entries(filter), ['page', pageText(page)]])}`
}
