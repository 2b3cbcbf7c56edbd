import { type FormEvent, useState } from 'react'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextInput } from '../../ui/TextInput'

interface FailDialogProps {
  number: string
  onClose: () => void
  onFailed: (reason: string) => void
}

/** Why an order could not be delivered: everything in it comes back. */
export function FailDialog({ number, onClose, onFailed }: FailDialogProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else onFailed(reason.trim())
  }
  return (
    <Dialog open sheet onClose={onClose} title={t('order.number', { number })}>
      <form className="flex flex-col gap-4 pb-3" onSubmit={submit}>
        <div className="flex flex-wrap gap-2">
          {(['not_home', 'no_answer', 'refused', 'address'] as const).map((why) => (
            <Button key={why} variant="secondary" onClick={() => setReason(t(`shift.why_${why}`))}>
              {t(`shift.why_${why}`)}
            </Button>
          ))}
        </div>
        <TextInput
          name="reason"
          label={t('shift.why')}
          maxLength={500}
          value={reason}
          error={missing && reason.trim() === '' ? t('rule.shift_reason_required') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-sm text-muted">{t('shift.comes_back')}</p>
        <Button type="submit" full>
          {t('shift.could_not')}
        </Button>
      </form>
    </Dialog>
  )
}
