import type { ComponentProps } from 'react'
import { Field, type FieldLook } from './Field'
import { controlStyle } from './control-style'

interface TextAreaProps extends FieldLook, ComponentProps<'textarea'> {
  name: string
}

/** Several lines of text with their label, hint and error. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  id,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(wiring) => (
        <textarea {...rest} {...wiring} rows={rows} className={`${controlStyle} resize-y`} />
      )}
    </Field>
  )
}
