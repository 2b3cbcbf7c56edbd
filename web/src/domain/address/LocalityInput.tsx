import type { RefCallback } from 'react'
import { Combobox, type ComboboxOption } from '../../ui/Combobox'
import { controlStyle } from '../../ui/control-style'
import { Field } from '../../ui/Field'

interface LocalityInputProps {
  label: string
  hint?: string
  error: string | undefined
  name: string
  value: string
  options: readonly ComboboxOption[]
  onValueChange: (value: string) => void
  onChoose: (option: ComboboxOption) => void
  /** Of the form, which focuses the first wrong field. */
  inputRef: RefCallback<HTMLInputElement>
  onBlur: (event: React.FocusEvent<HTMLInputElement>) => void
  autoComplete: string
}

/** A place to be typed, with places to choose from; what is typed always counts. */
export function LocalityInput({
  label,
  hint,
  error,
  inputRef,
  options,
  ...rest
}: LocalityInputProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(wiring) => (
        <Combobox
          {...rest}
          {...wiring}
          ref={inputRef}
          label={label}
          options={options}
          required
          inputClassName={controlStyle}
        />
      )}
    </Field>
  )
}
