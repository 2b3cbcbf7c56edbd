import type { ReactNode } from 'react'

/** One part of an order that staff works on, under its title. */
export function OrderPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}
