import type { components } from '../../generated/api'
import { api, listAnswer } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'
import type { AuditFilter } from './audit-query'

/** One line of the audit log. */
export type AuditEntry = components['schemas']['AuditEntry']

/** How many lines a page has. */
export const AUDIT_PAGE = 50

/** One page of the audit log, newest first. */
export const auditQuery = (
  { store, actor, action, from, to, page }: AuditFilter,
  limit: number = AUDIT_PAGE,
) =>
  queryOptions({
    queryKey: ['admin', 'audit', { store, actor, action, from, to, page, limit }] as const,
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/audit', {
          params: {
            query: {
              page,
              limit,
              ...(store === '' ? {} : { store }),
              ...(actor === '' ? {} : { actor }),
              ...(action === '' ? {} : { action }),
              ...(from === '' ? {} : { from }),
              ...(to === '' ? {} : { to }),
            },
          },
          signal,
        }),
      ),
    meta: { personal: true },
  })
