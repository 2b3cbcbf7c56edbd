import type { ReactNode } from 'react'

/** The frame of Home's drawings: one size, one line weight, one green. */
export function Drawing({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`stroke-primary ${className ?? ''}`}
    >
      {children}
    </svg>
  )
}
