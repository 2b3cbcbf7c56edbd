import type { FieldProps } from '../../lib/form'
import { Combobox, type ComboboxOption } from '../../ui/Combobox'
import { controlStyle } from '../../ui/control-style'
import { Field } from '../../ui/Field'

interface LocalityInputProps {
  label: string
  /** Of the form, which focuses the first wrong field. */
  field: FieldProps
  optional?: boolean
  value: string
  options: readonly ComboboxOption[]
  onValueChange: (value: string) => void
  onChoose: (option: ComboboxOption) => void
  autoComplete: string
}

/** A place to be typed, with suggestions; any place may be typed. */
export function LocalityInput({ label, field, optional = false, ...rest }: LocalityInputProps) {
  const { name, ref, onBlur, error } = field
  return (
    <Field {...{ label, error, optional }}>
      {(wiring) => (
        <Combobox
          {...rest}
          {...wiring}
          name={name}
          ref={ref}
          onBlur={(event) => void onBlur(event)}
          label={label}
          required={!optional}
          inputClassName={controlStyle}
        />
      )}
    </Field>
  )
}
