import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'

/** What the customer wrote to those who prepare and deliver the order. */
export function CustomerNote({ note }: { note: string | undefined }) {
  const t = useT()
  if (note === undefined || note === '') return null
  return (
    <Alert tone="warning" title={t('order.note')}>
      <p className="whitespace-pre-line">
        <bdi>{note}</bdi>
      </p>
    </Alert>
  )
}
