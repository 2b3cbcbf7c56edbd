import { type ReactNode, useId } from 'react'
import { useT } from '../lib/i18n'
import { cx } from './cx'

/** What every form field is told, whatever its control looks like. */
export interface FieldLook {
  label: string
  /** Help that stays while typing. */
  hint?: ReactNode
  /** What is wrong, in the reader's language; nothing when the value is right. */
  error?: string | undefined
  /** Marks the field as one that may stay empty. */
  optional?: boolean
  /** Keeps the label for screen readers only, where the place already says what it is. */
  hideLabel?: boolean
}

/** The attributes that tie a control to its label, hint and error. */
interface ControlWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldLook {
  className?: string
  id?: string | undefined
  children: (wiring: ControlWiring) => ReactNode
}

/** A label above a control, its hint and its error below, all tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  id,
  children,
}: FieldProps) {
  const t = useT()
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const hasError = error !== undefined && error !== ''
  const described = [hasError && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {optional && <span className="font-normal text-muted"> ({t('common.optional')})</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {/* Always in the page: a live region is only read when it was there before its text. */}
      <p id={errorId} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
