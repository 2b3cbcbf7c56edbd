import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { ApiError } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { useLeaveGuard } from '../../lib/leave-guard'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { LeaveDialog } from '../../ui/LeaveDialog'
import type { AddressFields } from './api'
import { changedFields, deleteAddressDraft, readAddressDraft, saveAddressDraft } from './draft'
import { addressErrorText } from './errors'

interface AddressFormProps {
  /** Which rules of section 5 hold. */
  rules: 'add_address' | 'update_address'
  initial: AddressFields
  /** Name of the draft. */
  draftName: string
  /** The person's id: nobody else is shown what they typed. */
  owner: string
  /** Saves, and gives the code of what was done. */
  save: (clean: AddressFields) => Promise<string>
  /** A new address: saving empties the form. */
  fresh?: boolean
  /** Beside the Save button. */
  actions?: ReactNode
}

/**
 * Adds an address or changes one. What is typed survives a reload, a lost connection and a new
 * sign-in, and leaving it unsaved is asked about.
 */
export function AddressForm({
  rules,
  initial,
  draftName,
  owner,
  save,
  fresh = false,
  actions,
}: AddressFormProps) {
  const t = useT()
  const element = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readAddressDraft(draftName, owner))
  const [lastSaved, setLastSaved] = useState<{ draftName: string; fields: AddressFields }>()
  const saved = lastSaved?.draftName === draftName ? lastSaved.fields : initial
  const [done, setDone] = useState<string | null>(null)

  const form = useRulesForm<AddressFields>(
    rules,
    { ...initial, ...draft?.changed },
    async (clean, reset) => {
      setDone(null)
      try {
        const code = await save(clean)
        deleteAddressDraft(draftName)
        setDone(code)
        if (fresh) return reset(saved)
        setLastSaved({ draftName, fields: clean })
        reset(clean)
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 401) {
          const changed = changedFields(clean, saved)
          saveAddressDraft(draftName, owner, { changed, resume: true })
        }
        throw failure
      }
    },
    addressErrorText,
  )

  // The session ended while this was being saved; after the new sign-in the saving goes on.
  useEffect(() => {
    if (draft?.resume === true) element.current?.requestSubmit()
  }, [draft])

  const typed: AddressFields = {
    street: form.value('street'),
    state: form.value('state'),
    city: form.value('city'),
    building: form.value('building'),
    floor: form.value('floor'),
    extra_info: form.value('extra_info'),
  }
  // As text: a render without a change must not save the draft anew.
  const changed = JSON.stringify(changedFields(typed, saved))
  const unsaved = changed !== '{}'
  useEffect(() => {
    if (!unsaved) deleteAddressDraft(draftName)
    else {
      const fields = JSON.parse(changed) as Partial<AddressFields>
      saveAddressDraft(draftName, owner, { changed: fields, resume: false })
    }
  }, [draftName, owner, unsaved, changed])
  const guard = useLeaveGuard(unsaved && !form.busy)

  return (
    <form ref={element} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {done !== null && form.failure === undefined && !unsaved && (
        <Alert tone="success">{t.maybe(`done.${done}`) ?? t('done.saved')}</Alert>
      )}
      {draft !== null && unsaved && form.failure === undefined && (
        <Alert tone="info">{t('common.draft_back')}</Alert>
      )}
      <AddressInputs form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('address.save')}
        </Button>
        {actions}
      </div>
      <LeaveDialog
        guard={{
          ...guard,
          leave: () => {
            deleteAddressDraft(draftName)
            guard.leave()
          },
        }}
      />
    </form>
  )
}
