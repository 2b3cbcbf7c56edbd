import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { ApiError, errorText, NETWORK } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { type Translate, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { AddressFields } from './api'
import { deleteAddressDraft, saveAddressDraft, readAddressDraft } from './draft'

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
  /** A new address: what is typed is saved as a draft from the start, and saving empties the form. */
  fresh?: boolean
  /** Beside the Save button. */
  actions?: ReactNode
}

/** A lost connection is said together with what it did not cost. */
function whyNotSaved(t: Translate, error: unknown): string {
  const text = errorText(t, error)
  return error instanceof ApiError && error.code !== NETWORK
    ? text
    : `${text}. ${t('common.typed_kept')}`
}

/** Adds an address or changes one. What is typed survives a lost connection and a new sign-in. */
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
  const [done, setDone] = useState<string | null>(null)

  const form = useRulesForm<AddressFields>(
    rules,
    draft?.values ?? initial,
    async (clean, reset) => {
      setDone(null)
      try {
        setDone(await save(clean))
        deleteAddressDraft(draftName)
        if (fresh) reset(initial)
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 401) {
          saveAddressDraft(draftName, owner, { values: clean, resume: true })
        }
        throw failure
      }
    },
    whyNotSaved,
  )

  // The session ended while this was being saved; after the new sign-in the saving goes on.
  useEffect(() => {
    if (draft?.resume === true) element.current?.requestSubmit()
  }, [draft])

  function saveDraft() {
    if (fresh) saveAddressDraft(draftName, owner, { values: form.values(), resume: false })
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submit}
      onChange={saveDraft}
      className="flex flex-col gap-4"
    >
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      {done !== null && form.failure === undefined && (
        <Alert tone="success">{t.maybe(`done.${done}`) ?? t('done.saved')}</Alert>
      )}
      <AddressInputs form={form} onChosen={saveDraft} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('address.save')}
        </Button>
        {actions}
      </div>
    </form>
  )
}
