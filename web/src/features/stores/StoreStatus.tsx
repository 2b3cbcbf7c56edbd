import { approvalTone } from '../../domain/approval/approval-tone'
import { useT } from '../../lib/i18n'
import { Tag } from '../../ui/Tag'
import type { Store } from './api'

/** Whether a store is visible yet, and if it was refused, why. */
export function StoreStatus({ store }: { store: Store }) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Tag tone={approvalTone[store.status]}>
        {t(store.suspended === true ? 'store.status_suspended' : `store.status_${store.status}`)}
      </Tag>
      {store.status === 'rejected' && store.reason !== undefined && store.reason !== '' && (
        <p className="text-sm">
          {t.nodes('store.reason', { reason: <bdi key="reason">{store.reason}</bdi> })}
        </p>
      )}
    </div>
  )
}
