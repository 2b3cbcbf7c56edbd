import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldLook } from './Field'
import { controlStyle } from './control-style'
import { cx } from './cx'

interface TextInputProps extends FieldLook, Omit<ComponentProps<'input'>, 'prefix'> {
  name: string
  /** Stands before what is typed, such as `+961`. */
  prefix?: string
  /** A button inside the box, at its end. */
  suffix?: ReactNode
  /** Phone, card, code and email read left-to-right in both languages. */
  ltr?: boolean
}

/** One line of text with its label, hint and error. */
export function TextInput({
  label,
  hint,
  error,
  optional,
  hideLabel,
  prefix,
  suffix,
  ltr = false,
  className,
  id,
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(wiring) => {
        const input = (
          <input
            {...rest}
            {...wiring}
            dir={ltr ? 'ltr' : rest.dir}
            className={cx(
              controlStyle,
              // Beside a prefix it stays beside it.
              ltr && prefix === undefined && 'rtl:text-end',
              prefix !== undefined && 'rounded-s-none',
              // The button stands at the page's end, which may be the start of what is typed.
              suffix !== undefined && (ltr ? 'pe-12 rtl:ps-12 rtl:pe-3' : 'pe-12'),
            )}
          />
        )
        if (prefix === undefined && suffix === undefined) return input
        return (
          <div dir={ltr && prefix !== undefined ? 'ltr' : undefined} className="relative flex">
            {prefix !== undefined && (
              <span className="inline-flex items-center rounded-s-control border border-e-0 border-control bg-quiet px-3 text-muted tabular">
                <bdi dir="ltr">{prefix}</bdi>
              </span>
            )}
            {input}
            {suffix !== undefined && (
              <span className="absolute inset-y-0 end-0 flex items-center">{suffix}</span>
            )}
          </div>
        )
      }}
    </Field>
  )
}
