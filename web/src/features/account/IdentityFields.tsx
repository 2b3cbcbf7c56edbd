import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'

interface IdentityFieldsProps {
  field: (name: 'full_name' | 'username' | 'email') => FieldProps
  usernameHint?: string
}

/** Full name, username and email. */
export function IdentityFields({ field, usernameHint }: IdentityFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput {...field('full_name')} required label={t('auth.full_name')} autoComplete="name" />
      <TextInput
        {...field('username')}
        ltr
        required
        label={t('auth.username')}
        hint={usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...field('email')}
        ltr
        required
        type="email"
        label={t('auth.email')}
        autoComplete="email"
      />
    </>
  )
}
