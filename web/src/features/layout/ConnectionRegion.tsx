import type { ReactNode } from 'react'

/**
 * Where it is told how the line to the shop is. The region is in the page from the start, because a screen reader only
 * reads what is added to a region it knows.
 */
export function ConnectionRegion({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-(--notice-offset,16px) z-40 px-4"
    >
      {children}
    </div>
  )
}
