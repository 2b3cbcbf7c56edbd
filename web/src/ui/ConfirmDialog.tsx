import type { ReactNode } from 'react'
import { useT } from '../lib/i18n'
import { Button } from './Button'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  open: boolean
  /** The question. */
  title: string
  /** What will happen, when the question alone does not say it. */
  children?: ReactNode
  /** The words of the button that does it, such as 'Remove'. */
  confirmLabel: string
  /** The words of the button that does not; 'Cancel' unless given. */
  cancelLabel?: string
  /** Does it take something away? Then the button is red. */
  danger?: boolean
  /** It is being done. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is removed. Cancel has the focus, so Enter by habit removes nothing. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useT()
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button variant="secondary" onClick={onCancel} data-autofocus>
            {cancelLabel ?? t('common.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
