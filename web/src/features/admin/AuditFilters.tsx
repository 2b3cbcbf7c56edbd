import { type Translate, useT } from '../../lib/i18n'
import { Chip } from '../../ui/Chip'
import { FilterBar } from '../../ui/FilterBar'
import { Select } from '../../ui/Select'
import { actionText, actorText } from './AuditList'
import type { AuditFilter } from './audit-query'

/** The actions one can filter by. */
const actions = [
  'product_added',
  'product_updated',
  'product_approved',
  'product_rejected',
  'revision_approved',
  'revision_rejected',
  'store_added',
  'store_updated',
  'store_approved',
  'store_rejected',
  'store_closed',
  'licence_uploaded',
  'store_commission',
  'store_payout',
  'rate_set',
  'price_list_applied',
  'discount_ended',
  'products_imported',
  'order_status',
  'order_reduced',
  'order_refund',
  'member_invited',
  'member_joined',
  'member_role_changed',
  'member_removed',
  'member_left',
  'ownership_transferred',
  'admin_granted',
  'admin_revoked',
  'login',
  'login_failed',
  'password_reset',
  'account_deleted',
]

/** The actor that was typed: a username, or the words for the server itself. */
function actorTyped(t: Translate, typed: string): string {
  return typed === actorText(t, 'system') ? 'system' : typed
}

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

/** By whom, what, and between which days. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useT()
  const change = (by: Partial<AuditFilter>) => onChange({ ...filter, ...by, page: 1 })
  const listed =
    filter.action === '' || actions.includes(filter.action) ? actions : [...actions, filter.action]
  return (
    <FilterBar
      search={{
        label: t('auth.username'),
        searched: filter.actor === '' ? '' : actorText(t, filter.actor),
        onSearch: (typed) => change({ actor: actorTyped(t, typed.trim()) }),
        dir: 'auto',
      }}
      more={{
        count: filter.action === '' ? 0 : 1,
        fields: (
          <Select
            name="action"
            label={t('audit.action')}
            value={filter.action}
            onChange={(event) => change({ action: event.target.value })}
            options={[
              { value: '', label: t('common.all') },
              ...listed.map((action) => ({ value: action, label: actionText(t, action) })),
            ]}
          />
        ),
      }}
      days={{ from: filter.from, to: filter.to, onChange: change }}
    >
      {filter.store !== '' && (
        <div>
          <Chip label={t('audit.one_store')} onRemove={() => change({ store: '' })} />
        </div>
      )}
    </FilterBar>
  )
}
