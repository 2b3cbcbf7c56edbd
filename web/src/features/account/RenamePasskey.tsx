import { useRulesForm } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'
import { type Passkey, renamePasskey } from './api'
import { ConfirmForm } from './ConfirmForm'

interface RenamePasskeyProps {
  passkey: Passkey
  onRenamed: () => Promise<void>
  onClose: () => void
}

/** Another name for a passkey. */
export function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
  const t = useT()
  const form = useRulesForm<{ name: string }>(
    'passkey',
    { name: passkey.name },
    async ({ name }) => {
      await renamePasskey(passkey.id, name)
      await onRenamed()
    },
  )
  return (
    <ConfirmForm
      title={t('passkeys.rename_title')}
      text={t('passkeys.name_hint')}
      confirmLabel={t('passkeys.rename')}
      danger={false}
      onClose={onClose}
      form={form}
    >
      <TextInput
        {...form.field('name')}
        required
        label={t('passkeys.name')}
        autoComplete="off"
        data-autofocus
      />
    </ConfirmForm>
  )
}
