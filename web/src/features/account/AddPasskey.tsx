import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { PasswordInput } from '../../ui/PasswordInput'
import { TextInput } from '../../ui/TextInput'
import type { Passkeys } from './api'
import { CodeInput } from './CodeInput'
import { ConfirmForm } from './ConfirmForm'
import { EnrolmentInput } from './EnrolmentInput'
import { addPasskey } from './passkeys'

const empty = { name: '', password: '', code: '', enrolment: '' }

interface AddPasskeyProps {
  /** What adding one takes. */
  state: Passkeys
  onAdded: () => Promise<void>
  onClose: () => void
}

/** A name and the password, and of some people a code; then the device asks. */
export function AddPasskey({ state, onAdded, onClose }: AddPasskeyProps) {
  const t = useT()
  const form = useRulesForm<typeof empty>('passkey', empty, async ({ name, ...permission }) => {
    const enrolment = permission.enrolment.trim()
    await addPasskey(name, { ...permission, enrolment })
    await onAdded()
  })
  return (
    <ConfirmForm
      title={t('passkeys.add')}
      text={t('passkeys.add_text')}
      confirmLabel={t('passkeys.add')}
      danger={false}
      onClose={onClose}
      form={form}
    >
      <TextInput
        {...form.field('name')}
        required
        label={t('passkeys.name')}
        hint={t('passkeys.name_hint')}
        autoComplete="off"
        data-autofocus
      />
      <PasswordInput
        {...form.field('password')}
        required
        label={t('account.password_to_confirm')}
        autoComplete="current-password"
      />
      {state.code_needed && (
        <CodeInput
          field={form.field('code')}
          clear={() => form.reset({ ...form.values(), code: '' })}
        />
      )}
      {state.enrolment && <EnrolmentInput field={form.field('enrolment')} />}
    </ConfirmForm>
  )
}
