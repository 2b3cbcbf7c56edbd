import { approvalTone } from '../../domain/approval/approval-tone'
import { useT } from '../../lib/i18n'
import { Tag } from '../../ui/Tag'
import type { ManagedStore } from './api'

/** Where a store stands, in words and colour. */
export function StoreState({ store }: { store: ManagedStore['store'] }) {
  const t = useT()
  return (
    <Tag tone={approvalTone[store.status]}>
      {t(store.suspended === true ? 'store.status_suspended' : `store.status_${store.status}`)}
    </Tag>
  )
}
