import type { LeaveGuard } from '../lib/leave-guard'
import { useT } from '../lib/i18n'
import { ConfirmDialog } from './ConfirmDialog'

/** Asks before what was typed is left behind. */
export function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  const t = useT()
  return (
    <ConfirmDialog
      open={guard.asking}
      title={t('common.leave_title')}
      confirmLabel={t('common.leave')}
      cancelLabel={t('common.stay')}
      onConfirm={guard.leave}
      onCancel={guard.stay}
    >
      {t('common.leave_text')}
    </ConfirmDialog>
  )
}
