import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pendingQuery } from './api'
import { AdminNav } from './AdminNav'
import { AdminGate } from './AdminGate'

interface AdminPageProps {
  title: string
  /** Beside the title: the one thing to do here. */
  action?: ReactNode
  children: ReactNode
}

/** A room of the desk: the way to the others, its name, and what is in it. */
export function AdminPage({ title, action, children }: AdminPageProps) {
  return (
    <AdminGate>
      <div className="page-width flex flex-col gap-4 pb-8">
        <AdminNavWithCount />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl lg:text-3xl">{title}</h1>
          {action}
        </div>
        <div>{children}</div>
      </div>
    </AdminGate>
  )
}

/** The rooms of the desk, and how much waits for a decision. */
export function AdminNavWithCount() {
  const pending = useQuery(pendingQuery())
  const waiting = (pending.data?.product_count ?? 0) + (pending.data?.store_count ?? 0)
  return <AdminNav waiting={waiting} />
}
