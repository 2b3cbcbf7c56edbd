import type { ReactNode } from 'react'
import { useQuery } from '../../lib/query/use-query'
import { pendingQuery } from './api'
import { AdminNav } from './AdminNav'
import { useMay } from '../../lib/may'
import { useResultsInView } from '../../lib/results-in-view'
import { AdminGate } from './AdminGate'

interface AdminPageProps {
  title: string
  /** Beside the title: the one thing to do here. */
  action?: ReactNode
  /** Of a list with pages: turning a page scrolls up and moves the focus to the title. */
  paged?: { page: number; filters?: string }
  children: ReactNode
}

/** A screen of the admin area: links to the others, its title and its content. */
export function AdminPage({ title, action, paged, children }: AdminPageProps) {
  const heading = useResultsInView<HTMLHeadingElement>(paged ?? { page: 1 })
  return (
    <AdminGate>
      <div className="page-width flex flex-col gap-4 pb-8">
        <AdminNavWithCount />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 ref={heading} tabIndex={-1} className="text-2xl lg:text-3xl">
            {title}
          </h1>
          {action}
        </div>
        <div>{children}</div>
      </div>
    </AdminGate>
  )
}

/** The links of the admin area, and how many products and stores wait for approval by the reader. */
export function AdminNavWithCount() {
  const approves = useMay()('approve_products')
  const pending = useQuery({ ...pendingQuery(), enabled: approves })
  const waiting =
    (pending.data?.product_count ?? 0) +
    (pending.data?.store_count ?? 0) +
    (pending.data?.revision_count ?? 0)
  return <AdminNav waiting={waiting} />
}
