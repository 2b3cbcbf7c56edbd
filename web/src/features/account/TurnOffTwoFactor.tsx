import { useId } from 'react'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PasswordInput } from '../../ui/PasswordInput'
import { turnOffTwoFactor } from './api'
import { CodeInput } from './CodeInput'

const empty = { password: '', code: '' }

interface TurnOffTwoFactorProps {
  onTurnedOff: () => Promise<void>
  onClose: () => void
}

/** Turns two-factor off; takes the password and a code. */
export function TurnOffTwoFactor({ onTurnedOff, onClose }: TurnOffTwoFactorProps) {
  const t = useT()
  const formId = useId()
  const form = useRulesForm<typeof empty>('second_step_end', empty, async (typed) => {
    await turnOffTwoFactor(typed.password, typed.code)
    await onTurnedOff()
  })
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('two_factor.turn_off_title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.busy}>
            {t('two_factor.turn_off')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p>{t('two_factor.turn_off_text')}</p>
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
