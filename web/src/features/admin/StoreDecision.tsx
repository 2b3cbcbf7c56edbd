import { nameOfStore } from '../../domain/store/store'
import { useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import type { Decision, ManagedStore } from './api'
import { ApprovalButtons } from './ApprovalButtons'
import { useLicenceDecision } from './licence-decision'
import { StoreLicence } from './StoreLicence'

interface StoreDecisionProps {
  store: ManagedStore['store']
  decide: (decision: Decision) => Promise<void>
}

/** What an admin can decide about a store: let it in, turn it away, suspend it or reinstate it. */
export function StoreDecision({ store, decide }: StoreDecisionProps) {
  const t = useT()
  const { lang } = useLang()
  const { licence, decideWithLicence } = useLicenceDecision(decide)
  const approved = store.status === 'approved'
  const suspended = store.suspended === true

  return (
    <Card as="section" aria-labelledby="decision" className="flex flex-col gap-3">
      <h2 id="decision" className="text-lg">
        {t('admin.store_decision')}
      </h2>
      <p className="text-sm text-muted">
        {t(
          approved
            ? 'admin.store_suspend_text'
            : suspended
              ? 'admin.store_restore_text'
              : 'admin.store_approve_text',
        )}
      </p>
      <StoreLicence store={store} {...licence} />
      <ApprovalButtons
        key={store.status}
        name={nameOfStore(lang, store)}
        offer={approved ? 'reject' : store.status === 'rejected' ? 'approve' : 'both'}
        words={{
          ...(approved ? { reject: t('admin.store_suspend') } : {}),
          ...(suspended ? { approve: t('admin.store_restore') } : {}),
        }}
        decide={decideWithLicence}
      />
    </Card>
  )
}
