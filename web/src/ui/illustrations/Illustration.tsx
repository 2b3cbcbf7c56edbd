import type { ReactNode } from 'react'

/**
 * The background of every illustration: a soft green field with a shadow line. Illustrations say
 * nothing that the text beside them does not, so screen readers skip them.
 */
export function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 150"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-auto w-48 stroke-primary"
    >
      <path
        d="M28 92c-10-30 12-66 48-72 22-4 32 10 54 8 30-2 52 22 46 54-6 30-38 44-76 42-40 2-64-8-72-32Z"
        className="fill-primary-tint stroke-none"
      />
      <path d="M34 132h132" className="stroke-line" />
      {children}
    </svg>
  )
}
