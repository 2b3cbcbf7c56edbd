import { useId } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PasswordInput } from '../../ui/PasswordInput'

interface PasswordDialogProps {
  /** The question. */
  title: string
  /** What will happen. */
  text: string
  /** The words of the button that does it. */
  confirmLabel: string
  /** What it does cannot be taken back. */
  danger?: boolean
  confirm: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password before something that a borrowed screen must not be enough for. */
export function PasswordDialog({
  title,
  text,
  confirmLabel,
  danger = true,
  confirm,
  onClose,
}: PasswordDialogProps) {
  const t = useT()
  const formId = useId()
  const form = useRulesForm<{ password: string }>(
    'reset_password',
    { password: '' },
    ({ password }) => confirm(password),
  )
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            busy={form.busy}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p>{text}</p>
        {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
        <PasswordInput
          {...form.field('password')}
          required
          label={t('account.password_to_confirm')}
          autoComplete="current-password"
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
