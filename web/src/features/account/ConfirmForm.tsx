import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

/** What every dialog says that asks for the password. */
export interface Confirmation {
  /** The question. */
  title: string
  /** What will happen. */
  text: string
  /** The words of the button that does it. */
  confirmLabel: string
  /** What it does cannot be taken back. */
  danger?: boolean
  onClose: () => void
}

interface ConfirmFormProps extends Confirmation {
  form: { busy: boolean; failure?: string | undefined; submit: FormEventHandler }
  children: ReactNode
}

/** A dialog with a form that has to be filled in before something happens. */
export function ConfirmForm({
  title,
  text,
  confirmLabel,
  danger = true,
  onClose,
  form,
  children,
}: ConfirmFormProps) {
  const t = useT()
  const formId = useId()
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
        {children}
      </form>
    </Dialog>
  )
}
