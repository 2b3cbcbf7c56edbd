import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { PasswordInput } from '../../ui/PasswordInput'
import { CodeInput } from './CodeInput'
import { ConfirmForm, type Confirmation } from './ConfirmForm'

const empty = { password: '', code: '' }

interface PasswordAndCodeProps extends Confirmation {
  confirm: (password: string, code: string) => Promise<void>
}

/** Asks for the password and a code before two-factor is changed. */
export function PasswordAndCode({ confirm, ...words }: PasswordAndCodeProps) {
  const t = useT()
  const form = useRulesForm<typeof empty>('second_step_end', empty, (typed) =>
    confirm(typed.password, typed.code),
  )
  return (
    <ConfirmForm {...words} form={form}>
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
    </ConfirmForm>
  )
}
