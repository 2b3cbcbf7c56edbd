import shop from '../../../../contract/shop.json'
import type { FieldProps } from '../../lib/form'
import { useT } from '../../lib/i18n'
import { TextInput } from '../../ui/TextInput'

/** One's own phone number, in the national form; the country's prefix stands before the field. */
export function PhoneInput({ field }: { field: FieldProps }) {
  const t = useT()
  return (
    <TextInput
      {...field}
      ltr
      required
      type="tel"
      inputMode="numeric"
      prefix={shop.phone_prefix}
      label={t('auth.phone')}
      hint={t('auth.phone_hint')}
      autoComplete="tel-national"
    />
  )
}
