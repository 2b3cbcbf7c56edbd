import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

interface CallFirstProps {
  /** Whether the order waits for a call. */
  waits: boolean | undefined
  busy: boolean
  /** Undefined for those who may only read it. */
  onCalled: (() => void) | undefined
}

/** Asks the staff to call the customer before the order is prepared. */
export function CallFirst({ waits, busy, onCalled }: CallFirstProps) {
  const t = useT()
  if (waits !== true) return null
  return (
    <Alert tone="warning" title={t('desk.call_first')}>
      <p>{t('desk.call_first_text')}</p>
      {onCalled !== undefined && (
        <Button variant="secondary" busy={busy} onClick={onCalled} className="mt-2">
          {t('desk.call_confirmed')}
        </Button>
      )}
    </Alert>
  )
}
