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

const usualWords = {}

interface ApprovalButtonsProps {
  /** What is decided about; part of the buttons' names. */
  name: string
  /** What can be decided; both unless told. */
  offer?: 'both' | 'approve' | 'reject'
  /** Other words for the two buttons. */
  words?: { approve?: string | undefined; reject?: string | undefined }
  decide: (decision: Decision) => Promise<void>
}

/** Approve at a press, reject with a reason for the owner. */
export function ApprovalButtons({
  name,
  offer = 'both',
  words = usualWords,
  decide,
}: ApprovalButtonsProps) {
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

  const approveText = words.approve ?? t('admin.approve')
  const rejectText = words.reject ?? t('admin.reject')

  function reject() {
    if (reason.trim() === '') setBlank(true)
    else decision.send({ status: 'rejected', reason: reason.trim() })
  }

  return (
    <div className="flex flex-wrap gap-2">
      {offer !== 'reject' && (
        <Button
          busy={deciding === 'approved'}
          aria-label={`${approveText}: ${name}`}
          onClick={() => decision.send({ status: 'approved', reason: '' })}
        >
          <Check aria-hidden="true" className="size-5" />
          {approveText}
        </Button>
      )}
      {offer !== 'approve' && (
        <Button
          variant="secondary"
          className="text-danger! hover:border-danger!"
          aria-label={`${rejectText}: ${name}`}
          onClick={() => setAsking(true)}
        >
          <X aria-hidden="true" className="size-5" />
          {rejectText}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={
          words.reject === undefined ? t('admin.reject_name', { name }) : `${rejectText}: ${name}`
        }
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button variant="danger" busy={deciding === 'rejected'} onClick={reject}>
              {rejectText}
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
