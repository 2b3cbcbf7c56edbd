import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

interface InfoPageProps {
  title: string
  lead: string
  children: ReactNode
  /** What a reader may want to do next. */
  actions?: ReactNode
}

/** A page that tells something: a title, a sentence, and a few points side by side. */
export function InfoPage({ title, lead, children, actions }: InfoPageProps) {
  return (
    <div className="page-width flex max-w-5xl flex-col gap-8 py-8 lg:py-12">
      <header className="flex flex-col gap-3">
        <h1 className="text-2xl lg:text-3xl">{title}</h1>
        <p className="max-w-prose text-lg text-muted">{lead}</p>
      </header>
      <div className="grid gap-4 sm:max-lg:has-[>:nth-child(4)]:grid-cols-2 md:max-lg:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {children}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

interface PointProps {
  icon: ReactNode
  title: string
  children: ReactNode
}

/** One thing worth knowing. */
export function Point({ icon, title, children }: PointProps) {
  return (
    <Card className="flex flex-col gap-2">
      <span className="flex size-11 items-center justify-center rounded-control bg-primary-tint text-primary">
        {icon}
      </span>
      <h2 className="text-lg">{title}</h2>
      <div className="text-muted">{children}</div>
    </Card>
  )
}
