import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/errors'
import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { beginTwoFactor, confirmTwoFactor, type TwoFactorSetup } from './api'
import { EnrolmentInput } from './EnrolmentInput'
import { RecoveryCodes } from './RecoveryCodes'
import { ScanKey } from './ScanKey'

type Stage =
  | { at: 'password'; tooLate: boolean }
  | { at: 'app'; begun: TwoFactorSetup }
  | { at: 'codes'; codes: readonly string[] }

interface TurnOnTwoFactorProps {
  /** It takes a code of the host besides the password. */
  enrolment: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Password, app, recovery codes. Whoever leaves before the code was right leaves it off. */
export function TurnOnTwoFactor({ enrolment, onChanged, onClose }: TurnOnTwoFactorProps) {
  const [stage, setStage] = useState<Stage>({ at: 'password', tooLate: false })

  async function begin(password: string, code: string) {
    try {
      setStage({ at: 'app', begun: await beginTwoFactor(password, code) })
    } catch (error) {
      await showIfOn(error)
    }
  }

  async function confirm(code: string) {
    try {
      setStage({ at: 'codes', codes: await confirmTwoFactor(code) })
      await onChanged()
    } catch (error) {
      if (isRefusal(error, 'second_step_not_begun')) setStage({ at: 'password', tooLate: true })
      else await showIfOn(error)
    }
  }

  /** Turned on elsewhere meanwhile: the panel asks anew and shows it. Other failures go on. */
  async function showIfOn(error: unknown) {
    if (!isRefusal(error, 'second_step_on')) throw error
    await onChanged()
    onClose()
  }

  switch (stage.at) {
    case 'password':
      return (
        <AskPassword
          enrolment={enrolment}
          tooLate={stage.tooLate}
          begin={begin}
          onCancel={onClose}
        />
      )
    case 'app':
      return <ScanKey begun={stage.begun} confirm={confirm} onCancel={onClose} />
    case 'codes':
      return <RecoveryCodes codes={stage.codes} onDone={onClose} />
  }
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}

interface AskPasswordProps {
  enrolment: boolean
  /** The key of the last try was confirmed too late. */
  tooLate: boolean
  begin: (password: string, code: string) => Promise<void>
  onCancel: () => void
}

function AskPassword({ enrolment, tooLate, begin, onCancel }: AskPasswordProps) {
  const t = useT()
  const fields = useRef<HTMLFormElement>(null)
  // The button that had the focus is gone; the password is asked for next.
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const form = useRulesForm<{ password: string; enrolment: string }>(
    'reset_password',
    { password: '', enrolment: '' },
    (typed) => begin(typed.password, typed.enrolment.trim()),
  )
  return (
    <form ref={fields} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {tooLate && <Alert tone="error">{t('error.second_step_not_begun')}</Alert>}
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <PasswordInput
        {...form.field('password')}
        required
        label={t('account.password_to_confirm')}
        autoComplete="current-password"
      />
      {enrolment && <EnrolmentInput field={form.field('enrolment')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {t('two_factor.continue')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
