import { type ReactNode, useId } from 'react'

interface FieldGroupProps {
  /** What the server calls it: a form gives the group the focus when it is refused. */
  name: string
  legend: string
  /** What is wrong with all of it, in the reader's language. */
  error?: string | undefined
  children: ReactNode
}

/** Controls that are one answer together, with what is wrong with it. */
export function FieldGroup({ name, legend, error, children }: FieldGroupProps) {
  const errorId = useId()
  return (
    <fieldset
      name={name}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 text-lg font-semibold">{legend}</legend>
      {/* Always in the page: a live region is only read when it was there before its text. */}
      <p id={errorId} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
      {children}
    </fieldset>
  )
}
