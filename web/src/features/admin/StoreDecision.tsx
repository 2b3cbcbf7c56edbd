import { nameOfStore } from '../../domain/store/store'
import { useState } from 'react'
import { ApiError } from '../../lib/errors'
import { useLang, useT } from '../../lib/i18n'
import { Card } from '../../ui/Card'
import type { Decision, ManagedStore } from './api'
import { ApprovalButtons } from './ApprovalButtons'
import { StoreLicence } from './StoreLicence'

interface StoreDecisionProps {
  store: ManagedStore['store']
  decide: (decision: Decision) => Promise<void>
}

/** What an admin can decide about a store: let it in, turn it away, suspend it or reinstate it. */
export function StoreDecision({ store, decide }: StoreDecisionProps) {
  const t = useT()
  const { lang } = useLang()
  const [licence, setLicence] = useState('')
  const [refused, setRefused] = useState<string>()
  const approved = store.status === 'approved'
  const suspended = store.suspended === true

  async function decideWithLicence(decision: Decision) {
    try {
      await decide(licence.trim() === '' ? decision : { ...decision, licence: licence.trim() })
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields['licence_no'])
      throw error
    }
  }

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
      <StoreLicence
        store={store}
        typed={licence}
        refused={refused}
        onTyped={(number) => {
          setLicence(number)
          setRefused(undefined)
        }}
      />
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
