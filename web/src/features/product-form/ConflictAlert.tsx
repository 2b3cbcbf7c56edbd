import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { ChangedParts, type Choice } from './ChangedParts'
import type { ProductPart } from './differences'
import type { Conflict } from './use-conflict'

interface ConflictAlertProps {
  conflict: Conflict | null
  onChoose: (part: ProductPart, choice: Choice) => void
}

/** Says that somebody else saved the product first, and asks about what both changed. */
export function ConflictAlert({ conflict, onChoose }: ConflictAlertProps) {
  const t = useT()
  if (conflict === null) return null
  if (conflict.differences.length > 0) {
    return (
      <ChangedParts
        differences={conflict.differences}
        choices={conflict.choices}
        onChoose={onChoose}
      />
    )
  }
  return (
    <Alert tone="warning" title={t('product.changed_title')}>
      {t('product.changed_none')}
    </Alert>
  )
}
