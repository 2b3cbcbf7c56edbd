import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { api, listAnswer } from '../../lib/api'
import type { AuditFilter } from './audit-query'

/** One line of the audit log. */
export type AuditEntry = components['schemas']['AuditEntry']

/** How many lines a page has. */
export const AUDIT_PAGE = 50

/** One page of the audit log, newest first. */
export const auditQuery = ({ actor, action, from, to, page }: AuditFilter) =>
  queryOptions({
    queryKey: ['admin', 'audit', actor, action, from, to, page] as const,
    queryFn: ({ signal }) =>
      listAnswer(
        api.GET('/api/admin/audit', {
          params: {
            query: {
              page,
              limit: AUDIT_PAGE,
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
