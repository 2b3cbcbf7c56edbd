import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'

/** Another address has taken this position meanwhile: says so, and shows the one that is there. */
export function StaleAddress({ onReload }: { onReload: () => void }) {
  const t = useT()
  return (
    <Alert
      tone="error"
      action={
        <Button variant="secondary" onClick={onReload}>
          {t('common.reload')}
        </Button>
      }
    >
      {t('error.address_stale')}
    </Alert>
  )
}
