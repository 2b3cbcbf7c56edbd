import { useId, useState } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextInput } from '../../ui/TextInput'
import { requestReset } from './api'

interface ResetRequestDialogProps {
  open: boolean
  onClose: () => void
}

/** Asks for the email that the link to a new password goes to. */
export function ResetRequestDialog({ open, onClose }: ResetRequestDialogProps) {
  const t = useT()
  const formId = useId()
  const [sent, setSent] = useState(false)
  const form = useRulesForm<{ email: string }>(
    'reset_request',
    { email: '' },
    async ({ email }) => {
      setSent(false)
      await requestReset(email)
      setSent(true)
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('auth.reset_title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('auth.reset_cancel')}
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            {t('auth.reset_submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-muted">{t('auth.reset_text')}</p>
        {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
        {sent && <Alert tone="success">{t('auth.email_sent')}</Alert>}
        <TextInput
          {...form.field('email')}
          ltr
          required
          type="email"
          label={t('auth.email')}
          autoComplete="email"
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
