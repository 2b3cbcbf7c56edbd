import type { ReactNode } from 'react'

/** What is known about something, a line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-1 text-sm">{children}</dl>
}

/** One line: what it is, and what it says. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{label}:</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
