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
  const params = new URLSearchParams(search)
  const day = (name: string) => {
    const value = params.get(name) ?? ''
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''
  }
  const page = Number(params.get('page') ?? '1')
  return {
    store: params.get('store') ?? '',
    actor: params.get('actor') ?? '',
    action: params.get('action') ?? '',
    from: day('from'),
    to: day('to'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a filter. */
export function auditAddress({ page, ...filter }: AuditFilter): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== '') params.set(name, value)
  }
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/admin/audit' : `/admin/audit?${query}`
}
