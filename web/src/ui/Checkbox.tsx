import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  name: string
  label: ReactNode
  error?: string | undefined
}

/** A yes or no. The whole row is the target, not the small box alone. */
export function Checkbox({ label, error, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const errorId = `${controlId}-error`
  const hasError = error !== undefined && error !== ''
  return (
    <div className={className}>
      <label htmlFor={controlId} className="flex min-h-11 w-fit items-center gap-3 py-2">
        <span className="relative flex size-5 shrink-0">
          <input
            {...rest}
            id={controlId}
            type="checkbox"
            aria-invalid={hasError || undefined}
            aria-describedby={hasError ? errorId : undefined}
            className={cx(
              'peer size-5 appearance-none rounded-small border border-control bg-paper transition-colors',
              'checked:border-primary checked:bg-primary hover:border-primary aria-invalid:border-danger',
              'disabled:bg-quiet disabled:opacity-60',
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-4 text-on-primary opacity-0 transition-opacity peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      <p id={errorId} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
