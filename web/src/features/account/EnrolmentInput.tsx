import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'

/** The code of the host, which some people need besides their password. */
export function EnrolmentInput({ field }: { field: FieldProps }) {
  const t = useT()
  return (
    <TextInput
      {...field}
      ltr
      required
      label={t('two_factor.enrolment')}
      hint={t('two_factor.enrolment_hint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
