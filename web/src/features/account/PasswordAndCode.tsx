import { useId } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PasswordInput } from '../../ui/PasswordInput'
import { CodeInput } from './CodeInput'

const empty = { password: '', code: '' }

interface PasswordAndCodeProps {
  /** The question. */
  title: string
  /** What will happen. */
  text: string
  /** The words of the button that does it. */
  confirmLabel: string
  danger: boolean
  confirm: (password: string, code: string) => Promise<void>
  onClose: () => void
}

/** Asks for the password and a code before two-factor is changed. */
export function PasswordAndCode({
  title,
  text,
  confirmLabel,
  danger,
  confirm,
  onClose,
}: PasswordAndCodeProps) {
  const t = useT()
  const formId = useId()
  const form = useRulesForm<typeof empty>('second_step_end', empty, (typed) =>
    confirm(typed.password, typed.code),
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
          label={t('account.current_password')}
          autoComplete="current-password"
          data-autofocus
        />
        <CodeInput
          field={form.field('code')}
          clear={() => form.reset({ ...form.values(), code: '' })}
        />
      </form>
    </Dialog>
  )
}
