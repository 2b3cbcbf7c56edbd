import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, type FieldLook } from './Field'
import { controlStyle } from './control-style'

/** One choice of a Select. */
interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends FieldLook, Omit<ComponentProps<'select'>, 'children'> {
  name: string
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; cannot be chosen itself. */
  placeholder?: string
}

/** A choice of one among a few; the system's own list opens, on phones the familiar wheel. */
export function Select({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  id,
  options,
  placeholder,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(wiring) => (
        <span className="relative flex">
          <select
            {...rest}
            {...wiring}
            className={`${controlStyle} appearance-none truncate pe-10`}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
          />
        </span>
      )}
    </Field>
  )
}
