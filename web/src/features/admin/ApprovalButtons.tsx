import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextArea } from '../../ui/TextArea'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import type { Decision } from './api'

const REASON_MAX = 500

interface ApprovalButtonsProps {
  /** What is decided about; part of the buttons' names. */
  name: string
  decide: (decision: Decision) => Promise<void>
}

/** Approve at a press, reject with a reason for the owner. */
export function ApprovalButtons({ name, decide }: ApprovalButtonsProps) {
  const t = useT()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [blank, setBlank] = useState(false)
  const decision = useWrite({
    resource: 'approvals',
    write: decide,
    onDone: (_, { status }) => {
      const key = status === 'approved' ? 'admin.approved_name' : 'admin.rejected_name'
      toast({ text: t(key, { name }) })
      setAsking(false)
    },
    onFailed: (failure) => {
      toast({ tone: 'error', text: errorText(t, failure) })
      setAsking(false)
    },
  })
  const deciding = decision.busy ? decision.variables?.status : undefined

  function reject() {
    if (reason.trim() === '') setBlank(true)
    else decision.send({ status: 'rejected', reason: reason.trim() })
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        busy={deciding === 'approved'}
        aria-label={`${t('admin.approve')}: ${name}`}
        onClick={() => decision.send({ status: 'approved', reason: '' })}
      >
        <Check aria-hidden="true" className="size-5" />
        {t('admin.approve')}
      </Button>
      <Button
        variant="secondary"
        className="text-danger! hover:border-danger!"
        aria-label={`${t('admin.reject')}: ${name}`}
        onClick={() => setAsking(true)}
      >
        <X aria-hidden="true" className="size-5" />
        {t('admin.reject')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('admin.reject_name', { name })}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button variant="danger" busy={deciding === 'rejected'} onClick={reject}>
              {t('admin.reject')}
            </Button>
          </>
        }
      >
        <TextArea
          name="reason"
          rows={3}
          dir="auto"
          required
          data-autofocus
          maxLength={REASON_MAX}
          label={t('admin.reject_reason')}
          error={blank ? t('admin.reject_reason_blank') : undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setBlank(false)
          }}
        />
      </Dialog>
    </div>
  )
}
